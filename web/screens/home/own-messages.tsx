import { useMay } from '../../api/queries.ts'
import { RecordCollection } from '../../resource/record-collection.tsx'
import { messagePath } from '../../paths/messages.ts'
import classes from './member-home.module.css'

/** What the organisation sent to the member. */
export function OwnMessages({ personId }: { personId: string }) {
  if (!useMay('messages').list) return null
  return (
    <section className={classes.part} aria-labelledby="mensagens">
      <h2 id="mensagens">As mensagens que recebi</h2>
      <RecordCollection
        resource="messages"
        parent={{ resource: 'people', id: personId }}
        columns={columns}
        pathOf={messagePath}
      />
    </section>
  )
}

const columns = ['subject', 'channel', 'sentAt']
