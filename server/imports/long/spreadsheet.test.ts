import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { nifOf } from '../../testing/make.ts'
import { readZip } from '../../testing/read-zip.ts'
import { testApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { importTools } from '../testing.ts'

const app = await testApp()
const admin = await app.as('admin')

const soffice = '/usr/bin/soffice'
const folder = mkdtempSync(join(tmpdir(), 'agremia-spreadsheet-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Opens a workbook in LibreOffice and saves it in a format. */
function savedAs(format: string, workbook: Buffer): Buffer {
  writeFileSync(join(folder, 'socios.xlsx'), workbook)
  const out = join(folder, 'saved')
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  execFileSync(
    soffice,
    [profile, '--headless', '--convert-to', format, '--outdir', out, join(folder, 'socios.xlsx')],
    { stdio: 'ignore', timeout: 120_000, killSignal: 'SIGKILL' },
  )
  return readFileSync(join(out, `socios.${format}`))
}

const columns =
  'memberNumber,name,kind,nif,birthDate,mobile,phone,email,address,postalCode,city,country,categoryId,admissionDate,paymentMethod,iban,customQuota,notes'

const skip = existsSync(soffice) ? false : 'needs LibreOffice: apt-get install libreoffice-calc'

async function exportOf(one: TestApp): Promise<Buffer> {
  const { tokens } = await one.as('admin')
  const url = `/api/members/export?format=xlsx&_columns=${columns}&_sort=memberNumber`
  const { rawPayload } = await one.app.inject({ url, headers: { authorization: `Bearer ${tokens.access}` } })
  return rawPayload
}
const sheetOf = (content: Buffer) => readZip(content)['xl/worksheets/sheet1.xml']

before(async () => {
  await app.make.member({
    name: 'Ana da Conceição d’Ávila',
    nif: nifOf(41),
    birthDate: '1970-05-03',
    mobile: '+351912345678',
    phone: '+34915550100',
    email: 'ana@exemplo.pt',
    address: 'Rua "Nova"; n.º 2',
    postalCode: '4050-262',
    city: 'Porto',
    iban: 'PT50003506510000000004329',
    customQuota: 1234.5,
    notes: 'Primeira linha\nsegunda linha',
  })
  await app.make.member({ name: '=1+1 Fórmula', address: '-5', notes: '0034 600 111 222' })
  await app.make.member({ name: 'Dia Antigo', birthDate: '1911-01-01', notes: '12/05/2024' })
})

test(
  'an export that LibreOffice opened and saved changes nothing when it is imported',
  { skip },
  async () => {
    const { upload, rows } = await importTools(app, admin)
    const exported = await exportOf(app)
    for (const format of ['ods', 'xlsx']) {
      const imported = await upload(savedAs(format, exported), { name: `socios.${format}` })
      assert.deepEqual(
        [imported['unchanged'], imported['total']],
        [3, 3],
        `${format}: ${JSON.stringify((await rows(imported)).map(({ verdict, reason, changes }) => [verdict, reason, changes]))}`,
      )
    }
  },
)

for (const format of ['ods', 'xlsx'])
  test(
    `an export that LibreOffice saved as ${format} is the same when an empty organisation imports and exports it`,
    { skip },
    async () => {
      const other = await testApp()
      const { upload, start, rows } = await importTools(other, await other.as('admin'))
      const exported = await exportOf(app)
      const imported = await upload(savedAs(format, exported), { name: `socios.${format}` })
      assert.deepEqual(
        [imported['created'], imported['refused']],
        [3, 0],
        JSON.stringify(await rows(imported)),
      )
      await start(imported)
      assert.equal(sheetOf(await exportOf(other)), sheetOf(exported))
    },
  )
