import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { StoredRecord } from '../../api/client.ts'
import { recordQuery, useFields, useResource, useSession } from '../../api/queries.ts'
import { faceOf } from '../../fields/index.ts'
import { FoundPage } from '../../resource/found-page.tsx'
import { RecordHistory } from '../../resource/record-history.tsx'
import { RecordTabs } from '../../resource/record-tabs.tsx'
import { NoSuchPage } from '../../ui/no-such-page.tsx'
import { Page } from '../../ui/page.tsx'
import { MessageActions } from './message-actions.tsx'
import { MessageBody } from './message-body.tsx'
import { MessageDelivery } from './message-delivery.tsx'
import { messagePath } from './message-paths.ts'
import { MessageProblem } from './message-problem.tsx'
import { MessageState } from './message-state.tsx'
import classes from './message-view.module.css'

/** One message: what it said, to whom, and what became of it. Members see those that they were sent. */
export default function MessageView() {
  const { id, tab = 'mensagem' } = useParams()
  const found = useQuery(recordQuery<StoredRecord>('messages', id))
  const none = <NoSuchPage>Esta mensagem não existe, ou não lhe pertence.</NoSuchPage>
  if (tab !== 'mensagem' && tab !== 'historico') return none
  return (
    <FoundPage found={found} none={none}>
      {(record) => <Message record={record} tab={tab} />}
    </FoundPage>
  )
}

function Message({ record, tab }: { record: StoredRecord; tab: 'mensagem' | 'historico' }) {
  const isStaff = useSession()?.role !== 'member'
  const descriptor = useResource('messages')
  return (
    <Page
      title={String(record.subject)}
      state={<MessageState state={record.state} />}
      subtitle={<Subtitle record={record} />}
      action={descriptor && <MessageActions record={record} actions={descriptor.actions} />}
    >
      {isStaff && <RecordTabs label="Partes da mensagem" tabs={tabsOf(record._id)} current={tab} />}
      {tab === 'historico' ? (
        <RecordHistory resource="messages" id={record._id} />
      ) : (
        <div className={classes.sheet}>
          <div className={classes.main}>
            <MessageProblem record={record} />
            <MessageBody record={record} />
          </div>
          {isStaff && <MessageDelivery record={record} />}
        </div>
      )}
    </Page>
  )
}

function tabsOf(id: string) {
  return [
    { name: 'mensagem', label: 'Mensagem', path: messagePath(id) },
    { name: 'historico', label: 'Histórico', path: messagePath(id, 'historico') },
  ]
}

function Subtitle({ record }: { record: StoredRecord }) {
  const fields = useFields('messages')
  const said = (name: string) => {
    const field = fields?.[name]
    return field ? faceOf(field).toText(record[name], field, record) : ''
  }
  const to = [said('recipientName'), said('recipient')].filter(Boolean).join(' · ')
  return to === '' ? said('channel') : `${said('channel')} para ${to}`
}
