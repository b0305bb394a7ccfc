package io.lakelog.storage;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.manifest.ManifestStore;
import io.lakelog.storage.schema.SchemaStore;
import io.lakelog.storage.snapshot.SnapshotStore;
import io.lakelog.storage.snapshot.StateReader;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What all users of one table in a process share: its stores, the state last seen, and the lock that lets their commits
 * queue rather than race. Thread-safe.
 */
final class TableFiles {
    final Environment environment;
    final TableLayout layout;
    final SchemaStore schemas;
    final SnapshotStore snapshots;
    final ManifestStore manifests;
    final StateReader states;
    final ReentrantLock commitLock = new ReentrantLock(true);

    TableFiles(Environment environment, String root) {
        this.environment = environment;
        this.layout = new TableLayout(root);
        this.schemas = new SchemaStore(environment.files(), layout);
        this.snapshots = new SnapshotStore(environment.files(), layout);
        this.manifests = new ManifestStore(environment, layout);
        this.states = new StateReader(manifests, snapshots, layout);
    }
}
