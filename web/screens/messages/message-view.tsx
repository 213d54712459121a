import type { RecordProps } from '../../resource/loaded-record.tsx'
import { useState } from 'react'
import { IconAlertCircle, IconClockPause } from '@tabler/icons-react'
import { SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { api } from '../../api/client.ts'
import { keys, useFields, useSession } from '../../api/queries.ts'
import { fieldText } from '../../fields/index.ts'
import { historyTab, RecordPage, type RecordPart } from '../../resource/record-page.tsx'
import { MessageActions } from './message-actions.tsx'
import { MessageDelivery } from './message-delivery.tsx'
import { MessageState } from './message-cells.tsx'
import { choiceText } from '../../fields/texts.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { MailFrame, SmsBubble } from '../../ui/message-preview.tsx'
import { PlainMessage } from './message-preview.tsx'
import classes from './message-view.module.css'
import problemClasses from './message-problem.module.css'
import bodyClasses from './message-body.module.css'

/** The page of a message. Members see their own, without delivery and history. */
export default function MessageView() {
  const isStaff = useSession()?.role !== 'member'
  return (
    <RecordPage
      resource="messages"
      head={messageHead}
      tabs={[
        {
          name: 'mensagem',
          label: 'Mensagem',
          panel: ({ record }) => (
            <div className={classes.sheet}>
              <div className={classes.main}>
                <MessageProblem record={record} />
                <MessageBody record={record} />
              </div>
              {isStaff && <MessageDelivery record={record} />}
            </div>
          ),
        },
        ...(isStaff ? [historyTab] : []),
      ]}
    />
  )
}

function messageHead({ record }: RecordPart<'messages'>) {
  return {
    state: <MessageState state={record.state} />,
    subtitle: <Subtitle record={record} />,
    action: <MessageActions record={record} />,
  }
}

function Subtitle({ record }: RecordProps<'messages'>) {
  const fields = useFields('messages')
  const to = [record.recipientName, record.recipient].filter(Boolean).join(' · ')
  const channel = fieldText(fields?.channel, record)
  return to === '' ? channel : `${channel} para ${to}`
}

/** Why the message was not sent, or may not have arrived, and what to do. */
function MessageProblem({ record }: RecordProps<'messages'>) {
  const reason = useFields('messages')?.reason
  const remedy = record.state === 'cancelled' && !record.reason ? undefined : remedies[record.state]
  if (!remedy || !reason) return null
  const Icon = remedy.tone === 'red' ? IconAlertCircle : IconClockPause
  const reasons = [choiceText(record.reason, reason), record.lastError].filter(Boolean)
  return (
    <section className={problemClasses.problem} data-tone={remedy.tone} aria-label="O que se passou">
      <Icon size="1.25rem" stroke={1.5} aria-hidden />
      <div>
        {reasons.length > 0 && <strong>{reasons.join(': ')}</strong>}
        <p>{remedy.text}</p>
      </div>
    </section>
  )
}

const remedies: Record<string, { tone: 'red' | 'amber'; text: string }> = {
  failed: { tone: 'red', text: 'Corrija o contacto e envie de novo, ou envie para outro destino.' },
  held: { tone: 'amber', text: 'Não sai sem que alguém o decida: liberte-a, ou cancele-a.' },
  toPrint: { tone: 'amber', text: 'As cartas imprimem-se e seguem pelo correio.' },
  cancelled: { tone: 'amber', text: 'Não foi enviada, nem pode ser enviada de novo.' },
  doubtful: {
    tone: 'amber',
    text: 'O envio foi interrompido a meio e pode ter chegado. Só sai outra vez se a enviar de novo.',
  },
}

/** The message as delivered: an email or letter with the organisation's header, or an SMS. */
function MessageBody({ record }: RecordProps<'messages'>) {
  if (record.channel !== 'sms') return <WrittenBody record={record} />
  const parts = typeof record.smsParts === 'number' ? record.smsParts : 1
  return (
    <section className={bodyClasses.body} aria-label="Conteúdo da mensagem">
      <SmsBubble text={record.bodyText} />
      <p className="note">{counted(parts, 'SMS', 'SMS')}</p>
    </section>
  )
}

interface Content {
  html: string
  text: string
}

function WrittenBody({ record }: RecordProps<'messages'>) {
  const [form, setForm] = useState('html')
  const content = useQuery({
    queryKey: [...keys.record('messages', record._id), 'content'],
    queryFn: async () =>
      requireAnswer(await api.get<{ data: Content }>(`${recordPath('messages', record._id)}/content`)).data,
  })
  return (
    <section className={bodyClasses.body} aria-label="Conteúdo da mensagem">
      {record.channel === 'email' && (
        <SegmentedControl
          className={bodyClasses.forms}
          size="xs"
          aria-label="Mostrar"
          value={form}
          onChange={setForm}
          data={[
            { value: 'html', label: 'Como se vê' },
            { value: 'text', label: 'Só texto' },
          ]}
        />
      )}
      {content.data === undefined ? (
        <Skeleton h="24rem" />
      ) : form === 'html' ? (
        <MailFrame title="Conteúdo da mensagem" html={content.data.html} />
      ) : (
        <PlainMessage text={content.data.text} />
      )}
    </section>
  )
}
