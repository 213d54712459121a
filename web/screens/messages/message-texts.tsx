import type { RecordProps } from '../../resource/loaded-record.tsx'
import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useState } from 'react'
import { Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { allows } from '@agremia/resources/access.ts'
import { findMessageEvent, messageEvents, eventsWithoutAccess } from '@agremia/resources/message-events.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { keys, listQuery, useFields, useMay, useTerminology } from '../../api/queries.ts'
import { api, isTimedOut } from '../../api/client.ts'
import { choiceText } from '../../fields/texts.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { ErrorState } from '../../ui/message-state.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { toast } from '../../ui/toasts.tsx'
import { messageTextPath } from '../../paths/messages.ts'
import classes from './message-texts.module.css'
import { toastError } from '../../resource/toast-error.ts'

/** The texts of all events: few, so one cached list serves every screen and one invalidation refreshes it. */
export const messageTextsQuery = listQuery('messageSettings', { limit: 500, sort: 'name' })

/** The automatic messages by group, each with a checkbox that switches it on or off. */
export function MessageTexts() {
  const terminology = useTerminology()
  const texts = useQuery(messageTextsQuery)
  if (texts.error) return <ErrorState message={texts.error.message} onRetry={() => void texts.refetch()} />
  if (!texts.data) return <ListSkeleton rows={8} />
  const byName = new Map(texts.data.data.map((record) => [record.name, record]))
  const known = Object.keys(messageEvents).flatMap((code) => byName.get(code) ?? [])
  const groups = [...Map.groupBy(known, (record) => findMessageEvent(record.name)?.group ?? '')]
  return (
    <>
      <p className={classes.purpose}>
        O que o programa diz por si a cada pessoa, e por que meio. Escolha uma mensagem para mudar o texto.
      </p>
      <div className={classes.groups}>
        {groups.map(([group, records]) => (
          <Group key={group} title={fillTerms(group, terminology)} records={records} />
        ))}
      </div>
    </>
  )
}

function Group({ title, records }: { title: string; records: readonly ResourceRecord<'messageSettings'>[] }) {
  return (
    <section aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.list}>
        {records.map((record) => (
          <Text key={record._id} record={record} />
        ))}
      </ul>
    </section>
  )
}

function Text({ record }: RecordProps<'messageSettings'>) {
  const channel = useFields('messageSettings')?.channel
  const may = useMay('messageSettings').update
  const event = findMessageEvent(record.name)
  const isLocked = !allows(may, record)
  const { isOn, toggle } = useToggle(record)
  const label = event?.label ?? record.name
  const facts = [
    channel && choiceText(record.channel, channel),
    !record.isDefault && 'texto alterado',
    event?.urgent && 'sempre ativa',
    isLocked && !eventsWithoutAccess.includes(record.name) && 'só administradores',
  ]
  return (
    <li className={classes.text} data-off={!isOn || undefined}>
      <div className={classes.what}>
        <AppLink to={messageTextPath(record.name)} className={classes.name}>
          {label}
        </AppLink>
        <span className="note">{facts.filter(Boolean).join(' · ')}</span>
      </div>
      <Checkbox
        aria-label={`Enviar «${label}»`}
        checked={isOn}
        disabled={event?.urgent === true || isLocked}
        onChange={() => void toggle()}
      />
    </li>
  )
}

/** Optimistic update: the checkbox changes immediately and reverts when the server rejects it. */
function useToggle(record: ResourceRecord<'messageSettings'>): {
  isOn: boolean
  toggle: () => Promise<void>
} {
  const client = useQueryClient()
  const [optimistic, setOptimistic] = useState<boolean>()
  const isOn = optimistic ?? record.enabled

  async function toggle() {
    const enabled = !isOn
    setOptimistic(enabled)
    try {
      const saved = await api.modify('messageSettings', record._id, { enabled, _version: record._version })
      if (!isTimedOut(saved))
        toast(enabled ? 'A mensagem passa a ser enviada.' : 'A mensagem deixa de ser enviada.')
    } catch (error) {
      toastError(error, 'Não foi possível guardar.')
    }
    await client.invalidateQueries({ queryKey: keys.lists('messageSettings') })
    setOptimistic(undefined)
  }

  return { isOn, toggle }
}
