import { joinList } from '@agremia/resources/rules/plural.ts'
import { useEffect, useState } from 'react'
import { sendToServer } from '../api/realtime.ts'
import { useServerState } from '../api/server-status.ts'
import { Avatar } from '../ui/avatar.tsx'
import classes from './also-here.module.css'

interface Person {
  id: string
  name: string
}

interface PresenceMessage {
  resource: string
  id: string
  people: readonly Person[]
}

interface OpenRecord {
  resource: string
  id: string
}

/** Debounces walking through records. In ms. */
const sendDelay = 300
let shownRecord: OpenRecord | null = null
let sending: ReturnType<typeof setTimeout> | undefined

/** Sends the server the record that the page shows. */
function sendSoon(record: OpenRecord | null): void {
  shownRecord = record
  clearTimeout(sending)
  sending = setTimeout(sendRecord, sendDelay)
}

function sendRecord(): void {
  sendToServer({ topic: 'presence', payload: shownRecord })
}

const maxNamed = 3

/** Names of the other people of the staff who have this record open. Hangs from the header bar and takes no room from the page. */
export default function AlsoHere(record: OpenRecord) {
  const people = usePeopleAt(record)
  const isLive = useServerState(({ live }) => live)
  const shown = isLive ? people : []
  return (
    <output className={classes.place} data-only="screen">
      {shown.length > 0 && (
        <span className={classes.pill}>
          <span className={classes.avatars} aria-hidden="true">
            {shown.slice(0, maxNamed).map(({ id, name }) => (
              <Avatar key={id} name={name} size="small" />
            ))}
          </span>
          <span className={classes.names}>Também aqui: {namesOf(shown)}</span>
        </span>
      )}
    </output>
  )
}

function namesOf(people: readonly Person[]): string {
  const names = people.slice(0, maxNamed).map(({ name }) => name)
  const others = people.length - names.length
  return joinList(others > 0 ? [...names, `mais ${others}`] : names)
}

/** Sends the server the record of this page. Returns who else has it open. */
function usePeopleAt({ resource, id }: OpenRecord): readonly Person[] {
  const [message, setMessage] = useState<PresenceMessage>()
  useEffect(() => {
    const receive = (event: Event) => setMessage((event as CustomEvent<PresenceMessage>).detail)
    sendSoon({ resource, id })
    window.addEventListener('ws:ready', sendRecord)
    window.addEventListener('ws:presence', receive)
    return () => {
      window.removeEventListener('ws:ready', sendRecord)
      window.removeEventListener('ws:presence', receive)
      sendSoon(null)
    }
  }, [resource, id])
  return message?.resource === resource && message.id === id ? message.people : []
}
