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

/** So that walking through records tells the server only of the last one. In ms. */
const tellDelay = 300
let shownRecord: OpenRecord | null = null
let telling: ReturnType<typeof setTimeout> | undefined

/** Tells the server which record the page shows. */
function tellSoon(record: OpenRecord | null): void {
  shownRecord = record
  clearTimeout(telling)
  telling = setTimeout(tell, tellDelay)
}

function tell(): void {
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

/** Tells the server that this page shows the record. Returns who else has it open. */
function usePeopleAt({ resource, id }: OpenRecord): readonly Person[] {
  const [message, setMessage] = useState<PresenceMessage>()
  useEffect(() => {
    const hear = (event: Event) => setMessage((event as CustomEvent<PresenceMessage>).detail)
    tellSoon({ resource, id })
    window.addEventListener('ws:ready', tell)
    window.addEventListener('ws:presence', hear)
    return () => {
      window.removeEventListener('ws:ready', tell)
      window.removeEventListener('ws:presence', hear)
      tellSoon(null)
    }
  }, [resource, id])
  return message?.resource === resource && message.id === id ? message.people : []
}
