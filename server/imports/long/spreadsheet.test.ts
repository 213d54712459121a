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

/** Semicolons, quotes, UTF-8, in Portuguese of Portugal, cells as they are shown. */
const csv = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,2070,false,true'

/** Opens a workbook in LibreOffice and saves it in a format; a CSV as a person in Portugal does. */
function savedAs(format: string, file: Buffer, from = 'xlsx'): Buffer {
  const path = join(folder, `lista.${from}`)
  writeFileSync(path, file)
  const out = join(folder, 'saved')
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  execFileSync(
    soffice,
    [profile, '--headless', '--convert-to', format === 'csv' ? csv : format, '--outdir', out, path],
    {
      stdio: 'ignore',
      timeout: 120_000,
      killSignal: 'SIGKILL',
    },
  )
  return readFileSync(join(out, `lista.${format}`))
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
  const old = await app.make.member({ name: 'Dia Antigo', birthDate: '1911-01-01', notes: '12/05/2024' })
  const memberId = old._id
  for (const method of ['cash', 'transfer'])
    await app.make.payment({ memberId, date: '2024-03-05', amount: 1234.56, method, reference: '0012' })
  await app.make.payment({ memberId, date: '2023-12-31', amount: 5, notes: '+351 ou =1' })
  for (const amount of [24, 1234.5])
    await app.make.charge({
      memberId,
      type: 'quota',
      year: amount > 99 ? 2022 : 2023,
      amount,
      dueDate: '2024-01-31',
    })
  await app.make.charge({
    memberId,
    type: 'quota',
    year: 2024,
    period: 'T1',
    amount: 6,
    dueDate: '2024-03-31',
  })
  for (const _ of [1, 2])
    await app.make.charge({
      memberId,
      type: 'donation',
      description: '=Rifa',
      dueDate: '2024-05-06',
      amount: 5,
    })
})

test(
  'an export that LibreOffice opened and saved changes nothing when it is imported',
  { skip },
  async () => {
    const { upload, rows } = await importTools(app, admin)
    const exportIn = async (path: string, format: string) => {
      const { tokens } = await app.as('admin')
      const headers = { authorization: `Bearer ${tokens.access}` }
      const answer = await app.app.inject({ url: `/api/${path}&format=${format}`, headers })
      assert.equal(answer.statusCode, 200, answer.body)
      return answer.rawPayload
    }
    const exports = {
      members: [`members/export?_columns=${columns}`, 3],
      payments: ['payments/export?', 3],
      unsettledPayments: ['unsettled_payments/export?', 5],
    } as const
    for (const [kind, [path, total]] of Object.entries(exports) as [
      keyof typeof exports,
      [string, number],
    ][]) {
      const workbook = await exportIn(path, 'xlsx')
      const ods = savedAs('ods', workbook)
      const files = {
        ods,
        'xlsx through ods': savedAs('xlsx', ods, 'ods'),
        csv: savedAs('csv', workbook),
      }
      for (const [what, file] of Object.entries(files)) {
        const name = `lista.${what.includes('xlsx') ? 'xlsx' : what}`
        const imported = await upload(file, { kind, name })
        assert.deepEqual(
          [imported['unchanged'], imported['total'], imported['problem']],
          [total, total, null],
          `${kind} ${what}: ${JSON.stringify((await rows(imported)).map(({ verdict, reason, changes }) => [verdict, reason, changes]))}`,
        )
      }
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
      const imported = await upload(savedAs(format, exported), { name: `lista.${format}` })
      assert.deepEqual(
        [imported['created'], imported['refused']],
        [3, 0],
        JSON.stringify(await rows(imported)),
      )
      await start(imported)
      assert.equal(sheetOf(await exportOf(other)), sheetOf(exported))
    },
  )
