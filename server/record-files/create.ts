import { recordFiles } from '@agremia/resources/definitions/record-files.ts'
import { insertFileRow, removeContent, storeContent } from '../files/index.ts'
import type { ReceivedDocument } from '../files/received-documents.ts'
import { planOf } from '../rest/modules.ts'
import type { StoredValues, WireRecord } from '../rest/find-record.ts'
import { saveRecord } from '../rest/write.ts'
import type { Context, World } from '../rest/modules.ts'

/** A file whose content is stored, and whose record is not yet. */
interface StoredRecordFile {
  /** Creates the record. `input` are fields that people may set, `values` others. The caller has checked access. */
  insert(
    writing: Context,
    record: { input: Record<string, unknown>; values?: StoredValues },
  ): Promise<WireRecord>
}

/**
 * Stores the content of a received document; `use` inserts its record. The content is deleted when `use` throws, or inserts none because
 * an equal request or file was there before.
 */
export async function storeRecordFile<Result>(
  world: World,
  document: ReceivedDocument,
  use: (file: StoredRecordFile) => Promise<Result>,
): Promise<Result> {
  const { name, path, mediaType, sha256, pages } = document
  return storeContent(world, { mediaType, name, contents: { original: { path } } }, async (stored) => {
    let isInserted = false
    const result = await use({
      async insert(writing, { input, values }) {
        isInserted = true
        await insertFileRow(writing.db, stored)
        const isUsed = ['memberId', 'treasuryDocId', 'kind'].some((field) => input[field] != null)
        return saveRecord(writing, planOf(writing.world, recordFiles.name), {
          id: null,
          input: { name, ...input },
          mode: 'create',
          given: {
            id: stored.id,
            values: {
              pageCount: pages,
              bytes: stored.bytes,
              mediaType,
              sha256,
              createdByName: writing.caller.name,
              ...values,
            },
            columns: { unused_since: isUsed ? null : writing.today },
          },
        })
      },
    })
    if (!isInserted) await removeContent(world, stored.id)
    return result
  })
}
