package io.lakelog.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.type.DataType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What metadata is told of the procedures of CALL. */
class ProceduresTest {
    @Test
    void namesArgumentsAndColumns() {
        List<ProcedureInfo> procedures = Engine.procedures();
        assertThat(procedures)
                .extracting(ProcedureInfo::name)
                .doesNotHaveDuplicates()
                .contains("compact", "create_tag", "expire_snapshots", "rollback_to", "remove_orphan_files");
        ProcedureInfo createTag = procedures.stream()
                .filter(procedure -> procedure.name().equals("create_tag"))
                .findFirst()
                .orElseThrow();
        assertThat(createTag.schema()).isEqualTo("sys");
        assertThat(createTag.arguments())
                .containsExactly(
                        new ProcedureInfo.Argument("table", DataType.STRING, true),
                        new ProcedureInfo.Argument("tag", DataType.STRING, true),
                        new ProcedureInfo.Argument("snapshot_id", DataType.BIGINT, false),
                        new ProcedureInfo.Argument("time_retained", DataType.STRING, false));
        assertThat(createTag.columns()).extracting(ResultColumn::label).containsExactly("snapshot_id");
    }
}
