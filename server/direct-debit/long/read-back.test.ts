import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sepaText } from '@agremia/resources/rules/sepa-text.ts'
import type { DebitFile } from '../pain008.ts'
import { endToEndIdOf, groupsOf, writePain008 } from '../pain008.ts'
import { debitFiles } from '../testing.ts'

const [xmllint, aqbanking] = ['/usr/bin/xmllint', '/usr/bin/aqbanking-cli']
const schemas = process.env['ISO20022_SCHEMAS']
const folder = mkdtempSync(join(tmpdir(), 'agremia-debits-'))
after(() => rmSync(folder, { recursive: true, force: true }))

for (const version of ['02', '08'] as const) {
  describe(`five hundred random files of pain.008.001.${version}`, () => {
    const files: { path: string; given: DebitFile }[] = []
    before(() => {
      for (const [index, given] of fc.sample(debitFiles(version), 500).entries()) {
        const path = join(folder, `${version}-${index}.xml`)
        writeFileSync(path, writePain008(given))
        files.push({ path, given })
      }
    })

    test(
      'are valid by the schema of ISO 20022, and not without an element',
      { skip: schemas && existsSync(xmllint) ? false : 'needs xmllint (libxml2-utils) and ISO20022_SCHEMAS' },
      () => {
        const schema = join(String(schemas), `pain.008.001.${version}.xsd`)
        const validate = (...paths: string[]) =>
          execFileSync(xmllint, ['--noout', '--nonet', '--schema', schema, ...paths], { stdio: 'pipe' })
        validate(...files.map(({ path }) => path))
        const wrong = join(folder, `${version}-wrong.xml`)
        writeFileSync(
          wrong,
          readFileSync(join(folder, `${version}-0.xml`), 'utf8').replace('<PmtMtd>DD</PmtMtd>', ''),
        )
        assert.throws(() => validate(wrong), /PmtMtd/)
      },
    )

    test(
      'are read by aqbanking with the same debits',
      { skip: existsSync(aqbanking) ? false : 'needs aqbanking: apt-get install aqbanking-tools' },
      () => {
        for (const { path, given } of files) {
          const debits = debitsOf(given)
          assert.deepEqual(readWithAqbanking(path, Object.keys(debits[0] ?? {})), debits)
        }
      },
    )
  })
}

interface ReadDebit {
  [name: string]: string
}

/** A debit of each group, with the names and forms of aqbanking. */
function debitsOf({ debits, creditor, collectionDate }: DebitFile): ReadDebit[] {
  return groupsOf(debits).flatMap(({ own, sequence }) =>
    own.map((debit) => ({
      localIban: creditor.iban,
      remoteIban: debit.iban,
      remoteName: sepaText(debit.debtorName, 70),
      date: collectionDate.replaceAll('-', ''),
      value: `${debit.amount}/100:EUR`,
      purpose: debit.remittance,
      endToEndReference: endToEndIdOf(debit.id),
      creditorSchemeId: creditor.creditorId,
      mandateId: debit.mandateReference,
      mandateDate: debit.signedOn.replaceAll('-', ''),
      sequence: { FRST: 'first', RCUR: 'following', OOFF: 'once' }[sequence],
    })),
  )
}

/** The same of each debit that aqbanking reads from a file. */
function readWithAqbanking(path: string, names: readonly string[]): ReadDebit[] {
  const context = `${path}.context`
  const profile = ['--importer=xml', '--profile=pain_008_001_02']
  execFileSync(
    aqbanking,
    ['-D', join(folder, 'settings'), '-n', 'import', ...profile, '-f', path, '-c', context],
    { stdio: 'pipe', env: { ...process.env, HOME: folder } },
  )
  return readFileSync(context, 'utf8')
    .split(/^ +transaction \{$/m)
    .slice(1)
    .map((text) => {
      const values = new Map(
        [...text.matchAll(/^ +char (\w+)="(.*)"$/gm)].map(([, name, value]) => [
          name,
          decodeURIComponent(value ?? ''),
        ]),
      )
      return Object.fromEntries(names.map((name) => [name, values.get(name) ?? '']))
    })
}
