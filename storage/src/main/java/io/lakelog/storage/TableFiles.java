package io.lakelog.storage;

import io.lakelog.storage.cache.CacheLimits;
import io.lakelog.storage.cache.PageCache;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.index.IndexStore;
import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.manifest.ManifestStore;
import io.lakelog.storage.schema.SchemaStore;
import io.lakelog.storage.snapshot.ChangelogStore;
import io.lakelog.storage.snapshot.ConsumerStore;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.SnapshotStore;
import io.lakelog.storage.snapshot.StateReader;
import io.lakelog.storage.snapshot.TableState;
import io.lakelog.storage.type.DataType;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What all users of one table in a process share: its stores, the state last seen, and the lock that lets their commits
 * queue rather than race. Thread-safe.
 */
final class TableFiles {
    final Environment environment;
    final TableLayout layout;
    final List<DataType> partitionTypes;
    final SchemaStore schemas;
    final SnapshotStore snapshots;
    final ChangelogStore changelogs;
    final ConsumerStore consumers;
    final ManifestStore manifests;
    final IndexStore indexes;
    final StateReader states;
    /** Where keys live, for a table whose keys span partitions. */
    final KeyIndex keys;

    private volatile UntoldCommits untold = UntoldCommits.NONE;
    final ReentrantLock commitLock = new ReentrantLock(true);
    /** Wakes up when changes have waited long enough for a compaction. */
    final Alarm alarm;
    /** Merges runs when commits have left too many. */
    final BackgroundCompaction compaction;

    private volatile @Nullable PageCache pages;
    private @Nullable CacheLimits pageLimits;

    /** The oldest snapshot when somebody last looked; it only grows older, or goes. */
    volatile Optional<Snapshot> oldest = Optional.empty();

    TableFiles(
            Environment environment,
            Alarm alarm,
            CompactionThreads threads,
            TableLayout layout,
            List<DataType> partitionTypes) {
        this.environment = environment;
        this.alarm = alarm;
        this.compaction = new BackgroundCompaction(threads);
        this.layout = layout;
        this.partitionTypes = partitionTypes;
        this.schemas = new SchemaStore(environment.files(), layout);
        this.snapshots = new SnapshotStore(environment.files(), layout);
        this.changelogs = new ChangelogStore(environment.files(), layout);
        this.consumers = new ConsumerStore(environment.files(), layout);
        this.manifests = new ManifestStore(environment, layout, partitionTypes);
        this.indexes = new IndexStore(environment, layout);
        this.keys = new KeyIndex(snapshots, environment.memoryBytes());
        this.states = new StateReader(manifests, indexes, snapshots, layout);
    }

    /** What is kept of the files in which keys are looked up, within the limits that the table has now. */
    synchronized PageCache pages(CacheLimits limits) {
        PageCache known = pages;
        if (known != null && limits.equals(pageLimits)) {
            return known;
        }
        close();
        PageCache made = new PageCache(
                limits,
                environment.clock(),
                () -> environment.temporaryDirectory() + "/lakelog-pages-"
                        + environment.uniqueNames().get());
        pages = made;
        pageLimits = limits;
        return made;
    }

    /** Notes a state that this process has made. */
    void remember(TableState state) {
        states.remember(state);
        PageCache known = pages;
        if (known != null) {
            Set<String> names = new HashSet<>();
            state.files().allEntries().forEach(entry -> names.add(entry.file().name()));
            known.keepOnly(names);
        }
    }

    /** How the look-ups of this process went; empty if there were none. */
    synchronized Optional<PageCache.Statistics> lookups() {
        return Optional.ofNullable(pages).map(PageCache::statistics);
    }

    /** Lets go of what is kept. */
    synchronized void close() {
        PageCache known = pages;
        if (known != null) {
            known.close();
            pages = null;
        }
    }

    /** The commits that wait for a full compaction at a state. */
    UntoldCommits untoldCommits(TableState state) {
        UntoldCommits counted = state.snapshot()
                .map(newest -> UntoldCommits.at(newest, snapshots::find, untold))
                .orElse(UntoldCommits.NONE);
        untold = counted;
        return counted;
    }
}
