import { formatDate } from '@agremia/resources/rules/dates.ts'
import { textsThatApply } from '../database/conditions.ts'
import { sql } from '../database/sql.ts'
import { isRestricted } from '../erased.ts'
import { isUnderWay } from '../rest/background-work.ts'
import { repeatedCharges } from './charges.ts'
import type { Subjects } from './subjects.ts'
import { isOnePerson } from './subjects.ts'
import type { Context } from '../rest/modules.ts'

/** Why the records cannot be merged now, each with the way out. Empty when they can. */
export async function findObstacles(
  { db, world, today }: Pick<Context, 'db' | 'world' | 'today'>,
  subjects: Subjects,
): Promise<string[]> {
  const { kept, lost } = subjects
  const { memberSingular } = await world.organisation.terminology()
  const people = sql`ARRAY[${kept.personId}, ${lost.personId}]::uuid[]`
  const members = sql`${[...new Set([...kept.memberIds, ...lost.memberIds])]}::uuid[]`
  const fused = sql`ARRAY[${kept.memberId}, ${lost.memberId}]::uuid[]`
  const endOf = (id: string | null) =>
    sql`(SELECT n.marks_end FROM members m JOIN member_state_names n ON n.id = m.current_state_id WHERE m.id = ${id}::uuid)`
  const obstacles = [
    [
      sql`EXISTS (SELECT FROM people p WHERE p.id = ANY(${people}) AND p.anonymised_at IS NOT NULL)`,
      'Os dados de uma das fichas foram eliminados: já não se juntam a outra.',
    ],
    [
      sql`EXISTS (SELECT FROM people p WHERE p.id = ANY(${people}) AND ${isRestricted})`,
      'O tratamento dos dados de uma das fichas está limitado: levante primeiro a limitação.',
    ],
    [
      sql`(SELECT count(DISTINCT is_protected) > 1 FROM people WHERE id = ANY(${people}))`,
      'Só uma das fichas está protegida: proteja primeiro a outra.',
    ],
    [
      sql`(SELECT count(DISTINCT kind) > 1 FROM people WHERE id = ANY(${people}))`,
      'Uma ficha é de pessoa singular e a outra de pessoa coletiva: corrija primeiro o tipo de pessoa.',
    ],
    [
      sql`${!isOnePerson(subjects)}::boolean AND (SELECT count(DISTINCT person_id) > 1 FROM users WHERE person_id = ANY(${people}))`,
      'As duas fichas têm conta de utilizador: elimine primeiro uma das contas, em «Utilizadores».',
    ],
    [
      sql`${endOf(kept.memberId)} AND NOT ${endOf(lost.memberId)}`,
      `Quem fica já saiu, e a outra ficha está em vigor: troque-as, para ficar a que está em vigor.`,
    ],
    [
      sql`EXISTS (SELECT FROM member_states WHERE member_id = ${lost.memberId}::uuid AND start_date > ${today}::date)`,
      'A ficha a fundir tem uma mudança de estado marcada para mais tarde: anule-a primeiro.',
    ],
    [
      sql`EXISTS (SELECT FROM debit_collections WHERE member_id = ANY(${members}) AND state = 'pending')`,
      'Há um débito direto por cobrar: espere pela remessa, ou anule-a.',
    ],
    [
      sql`EXISTS (SELECT FROM round_visits v JOIN rounds r ON r.id = v.round_id WHERE v.member_id = ANY(${members}) AND r.state NOT IN ('done', 'cancelled'))`,
      'Uma das fichas está numa ronda por prestar contas: conclua-a primeiro.',
    ],
    [
      sql`(SELECT count(*) > count(DISTINCT round_id) FROM round_visits WHERE member_id = ANY(${fused}))`,
      'As duas fichas foram visitadas na mesma ronda, e as visitas não se juntam: mantenha as duas inscrições.',
    ],
    [
      sql`EXISTS (SELECT FROM messages WHERE person_id = ANY(${people}) AND state = 'sending')`,
      'Uma mensagem está a sair neste momento: tente de novo daqui a pouco.',
    ],
    [
      sql`EXISTS (SELECT FROM incoming_payments WHERE member_id = ANY(${members}) AND state IN ('received', 'toConfirm'))`,
      'Há um recebimento por tratar: conclua-o primeiro.',
    ],
    [sql`EXISTS (SELECT FROM imports WHERE ${isUnderWay})`, 'Há uma importação em curso: espere que acabe.'],
    [sql`EXISTS (SELECT FROM quota_runs WHERE ${isUnderWay})`, 'Há uma geração em curso: espere que acabe.'],
  ] as const
  const found = await textsThatApply(db, obstacles)
  const paidTwice = (await repeatedCharges(db, subjects)).filter(({ endedId }) => endedId === null)
  for (const { description, dueDate } of paidTwice)
    found.push(
      `«${description}», de ${formatDate(dueDate)}, está paga nas duas fichas: anule primeiro um dos pagamentos, ou mantenha as duas inscrições de ${memberSingular}.`,
    )
  return found
}
