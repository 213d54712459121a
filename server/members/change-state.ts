import { formatDate } from '@agremia/resources/rules/dates.ts'
import { conflict, invalid } from '../errors.ts'
import type { ActionCall } from '../rest/modules.ts'
import { recordAudit } from '../rest/audit.ts'
import type { Writing } from '../rest/write.ts'
import { applyDueStates, insertState } from './states.ts'

interface StateName {
  id: string
  name: string
  marks_end: boolean
  needs_reason: boolean
  active: boolean
}

/**
 * Ends the open state and opens another. Any state may follow a state that is not an end; after an end only a state that
 * is not one (readmission). A date ahead waits in the history until its day.
 */
export async function changeState(call: ActionCall): Promise<undefined> {
  const { db, record, input, today } = call
  const names = await stateNames(call)
  const target = names.get(String(input['stateNameId']))
  const open = await openState(call)
  const date = String(input['date'])
  const errors: Record<string, string[]> = {}
  if (!target || !target.active) errors['stateNameId'] = ['Escolha um estado em uso.']
  else if (open && target.id === open.state_name_id)
    errors['stateNameId'] = [`Já está no estado «${target.name}».`]
  else if (target.needs_reason && !input['reason'])
    errors['reason'] = [`O estado «${target.name}» exige um motivo.`]
  if (open && date < open.start_date)
    errors['date'] = [`É anterior ao início do estado atual (${formatDate(open.start_date)}).`]
  const admitted = String(record['admissionDate'])
  if (!errors['date'] && date < admitted) {
    errors['date'] = [
      target?.marks_end
        ? 'A data de saída é anterior à admissão.'
        : `É anterior à admissão (${formatDate(admitted)}).`,
    ]
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const from = open && names.get(open.state_name_id)
  if (from?.marks_end && target?.marks_end)
    throw conflict(`Já saiu («${from.name}»): só pode ser readmitido.`)
  if (open)
    await db.query({
      text: 'UPDATE member_states SET end_date = $2, version = version + 1, updated_at = now() WHERE id = $1',
      values: [open.id, date],
    })
  await insertState(db, {
    memberId: record._id,
    personId: String(record['personId']),
    stateNameId: String(input['stateNameId']),
    startDate: date,
    reason: input['reason'] as string | null,
    decisionBody: input['decisionBody'] as string | null,
    minuteRef: input['minuteRef'] as string | null,
    by: call.caller.name,
  })
  const changed = await applyDueStates(db, today, record._id)
  const { changes } = call as unknown as Writing
  changes.push(...changed)
  changes.push({ resource: 'memberStates', action: 'created', id: record._id, version: 1 })
  if (changed.length === 0)
    changes.push({ resource: 'members', action: 'updated', id: record._id, version: record._version })
  await recordAudit(call, [
    {
      resource: 'members',
      id: record._id,
      action: 'changeState',
      changes: [
        { field: 'currentStateId', from: from?.name ?? null, to: target?.name ?? null },
        { field: 'stateSince', from: open?.start_date ?? null, to: date },
      ],
    },
  ])
  return undefined
}

async function stateNames({ db }: ActionCall): Promise<Map<string, StateName>> {
  const { rows } = await db.query({
    text: 'SELECT id, name, marks_end, needs_reason, active FROM member_state_names',
  })
  return new Map((rows as StateName[]).map((row) => [row.id, row]))
}

async function openState({
  db,
  record,
}: ActionCall): Promise<{ id: string; state_name_id: string; start_date: string } | undefined> {
  const { rows } = await db.query({
    text: 'SELECT id, state_name_id, start_date FROM member_states WHERE member_id = $1 AND end_date IS NULL FOR UPDATE',
    values: [record._id],
  })
  return rows[0] as { id: string; state_name_id: string; start_date: string } | undefined
}
