import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isApiError, type StoredRecord } from '../../api/client.ts'
import { recordQuery, useFields, useResource, useSession } from '../../api/queries.ts'
import { faceOf } from '../../fields/index.ts'
import { RecordHistory } from '../../resource/record-history.tsx'
import { RecordTabs } from '../../resource/record-tabs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
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
  if (found.error && !found.data) {
    const message = isApiError(found.error) ? found.error.message : undefined
    return <ErrorState isPage message={message} onRetry={() => void found.refetch()} />
  }
  if (found.data === undefined) return <PageSkeleton />
  if (found.data === null || (tab !== 'mensagem' && tab !== 'historico')) return <NoMessage />
  return <Message record={found.data} tab={tab} />
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

function NoMessage() {
  return (
    <EmptyState isPage title="Página não encontrada">
      Esta mensagem não existe, ou não lhe pertence.
    </EmptyState>
  )
}
