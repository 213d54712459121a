import { breachNoticeHours } from '@agremia/resources/definitions/data-breaches.ts'
import { addDays } from '@agremia/resources/rules/dates.ts'
import { execute, inline, one, sql } from '../database/sql.ts'
import type { Tx } from '../database/transaction.ts'
import { logErasure } from '../erasures.ts'
import { actionOf, performAction } from '../rest/actions.ts'
import { byProgram } from '../rest/audit.ts'
import { createContext } from '../rest/write-request.ts'
import { confirmationWord } from './anonymise.ts'
import type { World } from '../rest/modules.ts'

/** Erases the personal data of a member who left long ago. */
export async function anonymiseSampleMember(world: World, tx: Tx): Promise<void> {
  const caller = { ...byProgram.caller, name: 'Helena Matos', role: 'admin' } as const
  const writing = await createContext(world, tx, { ...byProgram, caller })
  const { id } = await one(
    tx,
    sql`SELECT m.id FROM members m JOIN people p ON p.id = m.person_id JOIN member_state_names s ON s.id = m.current_state_id AND s.marks_end
          JOIN member_balances b ON b.member_id = m.id
        WHERE b.balance <= 0 AND b.credit = 0 AND p.death_date IS NULL
          AND NOT EXISTS (SELECT FROM data_requests r WHERE r.member_id = m.id) AND NOT EXISTS (SELECT FROM member_applications a WHERE a.person_id = p.id)
          AND NOT EXISTS (SELECT FROM people c WHERE c.guardian_name = p.name)
        ORDER BY m.end_date, m.member_number LIMIT 1`,
    { id: 'uuid' },
  )
  await performAction(writing, actionOf(world, 'members', 'anonymise'), {
    id,
    input: { confirmation: confirmationWord },
  })
}

/** Inserts the demonstration's requests of people, its registers, and its log of erasures. */
export async function insertSamplePrivacy(db: Tx, { today }: { today: string }): Promise<void> {
  for (const [rule, count, days] of [
    ['signIns', 41, 20],
    ['unconfirmedApplications', 1, 12],
    ['messageContents', 18, 5],
  ] as const)
    await logErasure(db, { rule, count, day: addDays(today, -days) })
  await execute(
    db,
    sql`INSERT INTO data_requests (id, created_at, number, member_id, requester_name, "right", channel, received_on, due_on, details, status, identity_check, decision, closed_on, handler_name)
        SELECT new_id(), ${today}::date - r.days, nextval('data_requests_number'), m.id, coalesce(m.name, 'Alcina Brandão'), r."right", r.channel, ${today}::date - r.days,
          ${today}::date - r.days + interval '1 month', r.details, r.status, CASE WHEN r.status <> 'open' THEN 'Cartão de Cidadão, à vista' END, r.decision,
          CASE WHEN r.status <> 'open' THEN ${today}::date - r.days + 9 END, CASE WHEN r.status <> 'open' THEN 'Helena Matos' END
        FROM (VALUES (1, 'access', 'email', 24, 'Quer saber tudo o que se guarda.', 'open', NULL),
                     (2, 'rectification', 'phone', 3, 'Mudou de morada e de apelido.', 'open', NULL),
                     (3, 'portability', 'inPerson', 70, NULL, 'granted', 'Entregou-se a cópia dos dados numa pen.'),
                     (NULL, 'erasure', 'letter', 120, 'Nunca chegou a inscrever-se.', 'granted', 'Não havia dados a apagar.')) AS r (place, "right", channel, days, details, status, decision)
        LEFT JOIN (SELECT m.id, p.name, row_number() OVER (ORDER BY m.member_number) AS place FROM members m JOIN people p ON p.id = m.person_id
          JOIN member_state_names s ON s.id = m.current_state_id WHERE NOT s.marks_end) m USING (place)
        ORDER BY r.days DESC`,
  )
  await execute(
    db,
    sql`INSERT INTO data_packages (id, created_at, data_request_id, state, created_by_name, expires_at)
        SELECT new_id(), created_at, id, 'done', 'Helena Matos', created_at + interval '7 days' FROM data_requests WHERE "right" = 'portability'`,
  )
  await execute(
    db,
    sql`INSERT INTO processors (id, name, status, service, data, location, contact_name, email, contract_on, contract_place)
        VALUES (new_id(), 'Alojamento do Norte', 'signed', 'Alojamento da aplicação', 'Todos os que a aplicação guarda.', 'Portugal', 'Marta Seixas', 'marta@exemplo.pt', ${today}::date - 400, 'Pasta «Contratos»'),
               (new_id(), 'Contas Certas', 'signed', 'Contabilidade', 'Nome, NIF e valores dos recibos.', 'Portugal', 'Jorge Pais', 'jorge@exemplo.pt', ${today}::date - 900, 'Pasta «Contratos»'),
               (new_id(), 'Gráfica do Outeiro', 'missing', 'Impressão de cartões', 'Número, nome e fotografia.', 'Portugal', NULL, NULL, NULL, NULL)`,
  )
  // The open one has two days left.
  await execute(
    db,
    sql`INSERT INTO data_breaches (id, created_at, summary, known_at, happened_on, description, people, people_count, data, effects, measures, risk, status, notify_by, dismiss_reason)
        SELECT new_id(), b.known_at, summary, b.known_at, b.known_at::date, description, people, people_count, data, effects, measures, risk, status, b.known_at + ${inline(breachNoticeHours)} * interval '1 hour', dismiss_reason
        FROM (VALUES (now() - interval '140 days', 'Email com os destinatários à vista', 'Um convite seguiu com os endereços de todos no campo «Para».', 'Participantes no passeio', 18, 'Nome e email.',
                'Quem o recebeu ficou a conhecer os endereços dos outros.', 'Pediu-se que apagassem a mensagem. Os convites passam a sair da aplicação.', 'none', 'dismissed', 'São poucos, conhecem-se, e não há outros dados.'),
              (now() - interval '1 day', 'Portátil da secretaria perdido', 'Ficou no comboio. O disco estava cifrado, mas tinha uma folha com contactos em papel.', 'Sócios da lista de telefonemas', 40, 'Nome e telefone.',
                'Chamadas indesejadas.', 'Sessões terminadas e palavra-passe mudada.', 'some', 'open', NULL)) AS b (known_at, summary, description, people, people_count, data, effects, measures, risk, status, dismiss_reason)
        ORDER BY b.known_at`,
  )
}
