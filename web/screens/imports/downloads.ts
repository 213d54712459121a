import type { ImportKind } from '@agremia/resources/definitions/imports.ts'
import { fetchFile } from '../../api/fetch-file.ts'
import { isTimedOut } from '../../api/client.ts'
import { attempt } from '../../resource/attempt.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Downloads a workbook with the titles of all columns and a row of an invented person. */
export function saveExample(kind: ImportKind): Promise<void> {
  return download(`imports/example/${kind}`, 'exemplo.xlsx')
}

/** Downloads the refused rows of an import with their reasons, to correct them in a spreadsheet. */
export function saveRefused(id: string): Promise<void> {
  return download(`imports/${id}/refused`, 'recusadas.xlsx')
}

async function download(path: string, name: string): Promise<void> {
  await attempt(async () => {
    const answer = await fetchFile(path, { name })
    if (!isTimedOut(answer)) saveFile(answer.file, answer.name)
  })
}
