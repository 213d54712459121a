import { v7 as newId } from 'uuid'
import type { Querying } from '../database/querying.ts'
import { execute, raw, sql } from '../database/sql.ts'

/** Name, colour, and flags that differ from the defaults (no end, charges quotas, has rights, sends no message). */
const states: [
  name: string,
  colour: string,
  flags: {
    marksEnd?: true
    marksDeath?: true
    noQuota?: true
    noRights?: true
    needsReason?: true
    sendsMessage?: true
    system?: true
  },
][] = [
  ['Ativo', 'green', { sendsMessage: true, system: true }],
  ['Pendente', 'blue', { noQuota: true, noRights: true }],
  ['Isento', 'blue', { noQuota: true, sendsMessage: true }],
  ['Suspenso (quotas)', 'amber', { noRights: true, sendsMessage: true }],
  ['Suspenso (disciplinar)', 'red', { noRights: true, needsReason: true, sendsMessage: true }],
  ['Licença', 'grey', { noQuota: true, sendsMessage: true }],
  ['Exonerado', 'grey', { marksEnd: true, noQuota: true, noRights: true, sendsMessage: true }],
  [
    'Excluído',
    'red',
    { marksEnd: true, noQuota: true, noRights: true, needsReason: true, sendsMessage: true },
  ],
  [
    'Eliminado por falta de pagamento',
    'red',
    { marksEnd: true, noQuota: true, noRights: true, sendsMessage: true },
  ],
  ['Falecido', 'grey', { marksEnd: true, marksDeath: true, noQuota: true, noRights: true }],
  ['Extinto', 'grey', { marksEnd: true, noQuota: true, noRights: true }],
  ['Transferido', 'grey', { marksEnd: true, noQuota: true, noRights: true }],
  ['Anulado', 'grey', { marksEnd: true, noQuota: true, noRights: true, system: true }],
]

interface Category {
  name: string
  code: string
  vote?: false
  pays?: false
  collective?: true
  /** Granted by the general assembly: not open to applications. */
  isGranted?: true
  ages?: [number | null, number | null]
}

const categories: Category[] = [
  { name: 'Efetivo', code: 'EFE', ages: [18, null] },
  { name: 'Fundador', code: 'FUN', isGranted: true },
  { name: 'Auxiliar', code: 'AUX', vote: false },
  { name: 'Correspondente', code: 'COR' },
  { name: 'Honorário', code: 'HON', vote: false, pays: false, isGranted: true },
  { name: 'Benemérito', code: 'BEN', vote: false, pays: false, isGranted: true },
  { name: 'De mérito', code: 'MER', vote: false, isGranted: true },
  { name: 'Juvenil', code: 'JUV', vote: false, ages: [null, 17] },
  { name: 'Estudante', code: 'EST', ages: [16, 30] },
  { name: 'Sénior', code: 'SEN', ages: [65, null] },
  { name: 'Familiar', code: 'FAM' },
  { name: 'Coletivo', code: 'COL', collective: true },
]

/** Inserts the default states and categories, without changing existing ones. */
export async function seedMemberLists(db: Querying): Promise<void> {
  await insertDefaults(
    db,
    'member_state_names',
    states.map(([name, colour, flags]) => ({
      name,
      colour,
      marks_end: flags.marksEnd ?? false,
      marks_death: flags.marksDeath ?? false,
      charges_quota: !flags.noQuota,
      has_rights: !flags.noRights,
      needs_reason: flags.needsReason ?? false,
      sends_message: flags.sendsMessage ?? false,
      system: flags.system ?? false,
    })),
  )
  await insertDefaults(
    db,
    'member_categories',
    categories.map(
      ({
        name,
        code,
        vote = true,
        pays = true,
        collective = false,
        isGranted = false,
        ages = [null, null],
      }) => ({
        name,
        code,
        has_vote: vote,
        can_be_elected: vote,
        pays_quota: pays,
        allows_collective: collective,
        accepts_applications: !isGranted,
        min_age: ages[0],
        max_age: ages[1],
      }),
    ),
  )
  await execute(
    db,
    sql`UPDATE member_categories SET auto_promote_to_id = (SELECT id FROM member_categories WHERE code = 'EFE')
           WHERE code = 'JUV' AND auto_promote_to_id IS NULL`,
  )
  await execute(
    db,
    sql`UPDATE member_categories SET quota_plan_id = (SELECT id FROM quota_plans WHERE active ORDER BY "order", id LIMIT 1)
           WHERE pays_quota AND quota_plan_id IS NULL`,
  )
}

/** Inserts the rows of a list that are missing, in their order. */
async function insertDefaults(
  db: Querying,
  table: string,
  rows: ({ name: string } & object)[],
): Promise<void> {
  const ordered = rows.map((row, index) => ({ id: newId(), order: (index + 1) * 10, ...row }))
  const columns = raw(
    Object.keys(ordered[0] as object)
      .map((name) => `"${name}"`)
      .join(', '),
  )
  await execute(
    db,
    sql`INSERT INTO ${raw(table)} (${columns}, search_text)
           SELECT ${columns}, ' ' || fold_text(name) FROM jsonb_populate_recordset(NULL::${raw(table)}, ${JSON.stringify(ordered)})
           ON CONFLICT (name) DO NOTHING`,
  )
}
