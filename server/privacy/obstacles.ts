import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { textsThatApply } from '../database/conditions.ts'
import { one, sql } from '../database/sql.ts'
import { isUnderWay } from '../rest/background-work.ts'
import type { Subject } from './places.ts'
import type { Context } from '../rest/modules.ts'

/** Why the person cannot be anonymised now, each with the way out. Empty when it is possible. */
export async function findObstacles(
  { db, world, today, caller }: Pick<Context, 'db' | 'world' | 'today' | 'caller'>,
  { personId, memberIds }: Subject,
): Promise<string[]> {
  const { memberSingular, memberPlural } = await world.organisation.terminology()
  const members = sql`${memberIds}::uuid[]`
  const { balance, credit } = await one(
    db,
    sql`SELECT coalesce(sum(balance), 0)::bigint AS balance, coalesce(sum(credit), 0)::bigint AS credit FROM member_balances WHERE member_id = ANY(${members})`,
    { balance: 'cents', credit: 'cents' },
  )
  const obstacles = [
    [
      sql`EXISTS (SELECT FROM people WHERE id = ${personId} AND anonymised_at IS NOT NULL)`,
      'Os dados desta pessoa já foram eliminados.',
    ],
    [
      sql`EXISTS (SELECT FROM members m JOIN member_state_names s ON s.id = m.current_state_id WHERE m.id = ANY(${members}) AND NOT s.marks_end)`,
      `Ainda é ${memberSingular}: registe primeiro a saída.`,
    ],
    [
      sql`EXISTS (SELECT FROM member_states WHERE member_id = ANY(${members}) AND start_date > ${today}::date)`,
      'Tem uma mudança de estado marcada para mais tarde: anule-a primeiro.',
    ],
    [
      sql`EXISTS (SELECT FROM members WHERE id = ANY(${members}) AND processing_restricted)`,
      'O tratamento está limitado, e os dados têm de ficar: levante primeiro a limitação.',
    ],
    [
      sql`${balance > 0}::boolean`,
      `Tem ${formatAmount(balance)} por regularizar: receba, isente ou anule primeiro.`,
    ],
    [sql`${credit > 0}::boolean`, `Tem ${formatAmount(credit)} de crédito: use-o ou devolva-o primeiro.`],
    [
      sql`EXISTS (SELECT FROM payment_intents WHERE member_id = ANY(${members}) AND status IN ('created', 'pending'))`,
      'Tem um pedido de pagamento à espera: anule-o ou espere pela resposta.',
    ],
    [
      sql`EXISTS (SELECT FROM incoming_payments WHERE member_id = ANY(${members}) AND state IN ('received', 'toConfirm', 'toMatch'))`,
      'Tem um recebimento por tratar: conclua-o primeiro.',
    ],
    [
      sql`EXISTS (SELECT FROM debit_collections WHERE member_id = ANY(${members}) AND state = 'pending')`,
      'Tem um débito direto por cobrar: espere pela remessa, ou anule-a.',
    ],
    [
      sql`EXISTS (SELECT FROM round_visits v JOIN rounds r ON r.id = v.round_id WHERE v.member_id = ANY(${members}) AND r.state NOT IN ('done', 'cancelled'))`,
      'Está numa ronda por prestar contas: conclua-a primeiro.',
    ],
    [
      sql`EXISTS (SELECT FROM member_applications a JOIN member_application_states s ON s.id = a.state_id
        WHERE (a.person_id = ${personId} OR a.member_id = ANY(${members})) AND NOT s.is_final)`,
      'Tem uma candidatura em curso: decida-a primeiro.',
    ],
    [
      sql`EXISTS (SELECT FROM data_requests WHERE member_id = ANY(${members}) AND status = 'open' AND "right" NOT IN ('erasure', 'objection', 'withdrawal'))`,
      'Tem um pedido de titular por responder: responda primeiro.',
    ],
    [sql`EXISTS (SELECT FROM imports WHERE ${isUnderWay})`, 'Há uma importação em curso: espere que acabe.'],
    [
      sql`EXISTS (SELECT FROM messages WHERE person_id = ${personId} AND state = 'sending')`,
      'Uma mensagem está a sair neste momento: tente de novo daqui a pouco.',
    ],
    [
      sql`EXISTS (SELECT FROM users WHERE person_id = ${personId} AND (role <> 'member' OR id = ${caller.id}::uuid))`,
      `Tem uma conta da equipa: elimine-a primeiro, ou passe-a a conta de ${memberSingular}.`,
    ],
    [
      sql`EXISTS (SELECT FROM collectors c JOIN users u ON u.id = c.user_id WHERE u.person_id = ${personId})`,
      'É cobrador: retire primeiro a conta da ficha de cobrador.',
    ],
    [
      sql`EXISTS (SELECT FROM external_entities e JOIN people p ON p.nif = e.nif WHERE p.id = ${personId})`,
      'Há uma entidade externa com o mesmo NIF: elimine-a primeiro, ou mude o NIF.',
    ],
    [
      sql`EXISTS (SELECT FROM cost_centers WHERE responsible_member_id = ANY(${members}) AND active)`,
      'É responsável por um centro de custos: mude primeiro o responsável.',
    ],
    [
      sql`EXISTS (SELECT FROM people p JOIN people c ON c.guardian_nif = p.nif OR fold_text(lower(c.guardian_name)) = fold_text(lower(p.name))
        JOIN members m ON m.person_id = c.id JOIN member_state_names s ON s.id = m.current_state_id AND NOT s.marks_end WHERE p.id = ${personId})`,
      `É encarregado de educação de outros ${memberPlural}: mude primeiro as fichas deles.`,
    ],
  ] as const
  return textsThatApply(db, obstacles)
}
