import type { StoredRecord } from '../../api/client.ts'
import { useFields, useSession } from '../../api/queries.ts'
import { faceOf } from '../../fields/index.ts'
import { historyTab, RecordPage, type RecordPart } from '../../resource/record-page.tsx'
import { MessageActions } from './message-actions.tsx'
import { MessageBody } from './message-body.tsx'
import { MessageDelivery } from './message-delivery.tsx'
import { MessageProblem } from './message-problem.tsx'
import { MessageState } from './message-state.tsx'
import classes from './message-view.module.css'

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

function messageHead({ record, descriptor }: RecordPart) {
  return {
    state: <MessageState state={record.state} />,
    subtitle: <Subtitle record={record} />,
    action: <MessageActions record={record} actions={descriptor.actions} />,
  }
}

function Subtitle({ record }: { record: StoredRecord }) {
  const fields = useFields('messages')
  const text = (name: string) => {
    const field = fields?.[name]
    return field ? faceOf(field).toText(record[name], field, record) : ''
  }
  const to = [text('recipientName'), text('recipient')].filter(Boolean).join(' · ')
  return to === '' ? text('channel') : `${text('channel')} para ${to}`
}
