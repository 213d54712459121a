import { v7 as newId } from 'uuid'
import type { Querying } from '../database/querying.ts'
import { execute, sql } from '../database/sql.ts'

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
  for (const [index, [name, colour, flags]] of states.entries()) {
    await execute(
      db,
      sql`INSERT INTO member_state_names (id, name, colour, "order", marks_end, marks_death, charges_quota, has_rights, needs_reason, sends_message, system, search_text)
             VALUES (${newId()}, ${name}, ${colour}, ${(index + 1) * 10}, ${flags.marksEnd ?? false}, ${flags.marksDeath ?? false}, ${!flags.noQuota}, ${!flags.noRights}, ${flags.needsReason ?? false}, ${flags.sendsMessage ?? false}, ${flags.system ?? false}, ' ' || fold_text(${name})) ON CONFLICT (name) DO NOTHING`,
    )
  }
  for (const [
    index,
    { name, code, vote = true, pays = true, collective = false, isGranted = false, ages = [null, null] },
  ] of categories.entries()) {
    const [minAge, maxAge] = ages
    await execute(
      db,
      sql`INSERT INTO member_categories (id, name, code, "order", has_vote, can_be_elected, pays_quota, allows_collective, accepts_applications, min_age, max_age, search_text)
             VALUES (${newId()}, ${name}, ${code}, ${(index + 1) * 10}, ${vote}, ${vote}, ${pays}, ${collective}, ${!isGranted}, ${minAge}, ${maxAge}, ' ' || fold_text(${name})) ON CONFLICT (name) DO NOTHING`,
    )
  }
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
