import { useState } from 'react'
import { SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { recordPath } from '@agremia/resources/paths.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { api, type StoredRecord } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { answered } from '../../api/query-client.ts'
import { MailFrame } from '../../ui/mail-frame.tsx'
import { SmsBubble } from '../../ui/sms-bubble.tsx'
import { PlainMessage } from './plain-message.tsx'
import classes from './message-body.module.css'

/** The message as delivered: an email or letter with the organisation's header, or an SMS. */
export function MessageBody({ record }: { record: StoredRecord }) {
  if (record.channel !== 'sms') return <WrittenBody record={record} />
  const parts = typeof record.smsParts === 'number' ? record.smsParts : 1
  return (
    <section className={classes.body} aria-label="Conteúdo da mensagem">
      <SmsBubble text={String(record.bodyText)} />
      <p className={classes.note}>{counted(parts, 'SMS', 'SMS')}</p>
    </section>
  )
}

interface Content {
  html: string
  text: string
}

function WrittenBody({ record }: { record: StoredRecord }) {
  const [form, setForm] = useState('html')
  const content = useQuery({
    queryKey: [...keys.record('messages', record._id), 'content'],
    queryFn: async () =>
      answered(await api.get<{ data: Content }>(`${recordPath('messages', record._id)}/content`)).data,
  })
  return (
    <section className={classes.body} aria-label="Conteúdo da mensagem">
      {record.channel === 'email' && (
        <SegmentedControl
          className={classes.forms}
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
