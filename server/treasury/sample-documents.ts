import { createHash } from 'node:crypto'
import type { Cents } from '@agremia/resources/rules/amount.ts'
import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { formatDateLong } from '@agremia/resources/rules/dates.ts'
import { execute, many, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { insertFileRow, storeContent } from '../files/index.ts'
import { createPaper, readLetterhead } from '../pdf/index.ts'
import { foldedSql } from '../database/fold.ts'
import type { World } from '../rest/modules.ts'

/** Documents of the demonstration with a file. */
const withFile = 12

interface SamplePaper {
  name: string
  title: string
  facts: [label: string, value: string][]
  text: string
  kind: 'other' | 'minutes'
  treasuryDocId: string | null
}

/** Stores the files of the demonstration: of the last documents, and minutes. Their content cannot be part of a transaction. */
export async function insertSampleFiles(world: World): Promise<void> {
  const rows = await many(
    world.database.pool,
    sql`SELECT d.id, d.number, d.description, d.date, d.total_amount AS total, d.external_number AS "externalNumber", e.name AS entity
      FROM treasury_docs d JOIN external_entities e ON e.id = d.external_entity_id ORDER BY d.date DESC, d.id DESC LIMIT ${withFile}`,
    {
      id: 'uuid',
      number: 'text',
      description: 'text',
      date: 'day',
      total: 'cents?',
      externalNumber: 'text?',
      entity: 'text',
    },
  )
  const papers = rows.map(
    ({ id, number, description, date, total, externalNumber, entity }): SamplePaper => ({
      name: `${number.replace('/', '-')} ${entity}.pdf`,
      title: entity,
      facts: [
        ['Documento', externalNumber ?? number],
        ['Data', formatDateLong(date)],
        ['Descrição', description],
        ['Total', formatAmount((total ?? 0) as Cents)],
      ],
      text: 'Documento fictício, da demonstração. Não tem valor fiscal.',
      kind: 'other',
      treasuryDocId: id,
    }),
  )
  const minutes: SamplePaper = {
    name: 'Ata da assembleia geral.pdf',
    title: 'Ata da assembleia geral ordinária',
    facts: [['Ordem de trabalhos', 'Relatório e contas do ano anterior; orçamento; outros assuntos.']],
    text: 'A assembleia aprovou por unanimidade o relatório e as contas, e o orçamento. Documento fictício, da demonstração.',
    kind: 'minutes',
    treasuryDocId: null,
  }
  for (const paper of [...papers, minutes]) await insertFile(world, paper)
}

async function insertFile(world: World, sample: SamplePaper): Promise<void> {
  const { name, title, facts, text, kind, treasuryDocId } = sample
  const letterhead =
    treasuryDocId === null
      ? await readLetterhead(world)
      : { name: title, nif: '', address: '', contacts: [], colour: null }
  const paper = createPaper({ title, letterhead })
  paper.heading(title)
  paper.facts(facts)
  paper.paragraph(text)
  const pdf = await paper.finish()
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  const content = { mediaType: 'application/pdf', name, contents: { original: pdf } }
  await storeContent(world, content, (file) =>
    inTransaction(world.database, async (tx) => {
      await insertFileRow(tx, file)
      await execute(
        tx,
        sql`INSERT INTO record_files (id, treasury_doc_id, name, kind, page_count, bytes, media_type, sha256, search_text)
          VALUES (${file.id}, ${treasuryDocId}, ${name}, ${kind}, 1, ${file.bytes}, 'application/pdf', ${sha256}, ' ' || ${foldedSql(sql`${name}::text`)})`,
      )
    }),
  )
}
