import type { ImportKind } from '@agremia/resources/definitions/imports.ts'
import { fetchFile } from '../../api/fetch-file.ts'
import { isTimedOut } from '../../api/client.ts'
import { toastError } from '../../resource/toast-error.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Downloads a workbook with the titles of all columns and a row of an invented person. */
export async function saveExample(kind: ImportKind): Promise<void> {
  try {
    const answer = await fetchFile(`imports/example/${kind}`, { name: 'exemplo.xlsx' })
    if (!isTimedOut(answer)) saveFile(answer.file, answer.name)
  } catch (error) {
    toastError(error)
  }
}
