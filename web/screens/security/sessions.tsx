import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react'
import { signInMethods } from '@agremia/resources/definitions/sessions.ts'
import { useState } from 'react'
import { api, isTimedOut } from '../../api/client.ts'
import { listQuery, useSession } from '../../api/queries.ts'
import { RelativeMoment } from '../../fields/relative-moment.tsx'
import { ActionButton } from '../../resource/actions/action-buttons.tsx'
import { useActions } from '../../resource/actions/use-actions.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/message-state.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { toast } from '../../ui/toasts.tsx'
import { OwnPassword } from './own-password.tsx'
import { SecurityRow } from './security-row.tsx'
import card from '../../ui/form-card.module.css'
import classes from './security.module.css'

type SessionRecord = ResourceRecord<'sessions'>

/** Where a user is signed in; each session can be ended, one's own with the password. */
export function Sessions({ userId }: { userId: string }) {
  const own = useSession()
  const [asked, setAsked] = useState<SessionRecord | 'others'>()
  const { data, dataUpdatedAt } = useQuery(listQuery('sessions', { sort: '-lastSeenAt', where: { userId } }))
  const isOwn = own?.id === userId
  async function endOwn(password: string) {
    const session = asked === 'others' ? undefined : asked?._id
    if (isTimedOut(await api.post('auth/end_sessions', { password, session }))) return
    toast(session === undefined ? 'As outras sessões terminaram.' : 'A sessão terminou.')
    setAsked(undefined)
  }
  if (!data) return <ListSkeleton rows={2} />
  const sessions = data.data
  const others = sessions.filter(({ _id }) => _id !== own?.sessionId)
  return (
    <section className={card.card} aria-labelledby="sessions">
      <div className={classes.head}>
        <h2 id="sessions">Sessões</h2>
        {isOwn && others.length > 0 && (
          <Button variant="default" onClick={() => setAsked('others')}>
            Terminar as outras
          </Button>
        )}
      </div>
      {sessions.length === 0 && <EmptyState title="Não tem sessões abertas" />}
      <div>
        {sessions.map((session) => {
          const name = nameOf(session)
          return (
            <SecurityRow
              key={session._id}
              icon={/Android|iOS/.test(name) ? IconDeviceMobile : IconDeviceLaptop}
              title={
                <>
                  {name} {session._id === own?.sessionId && <StateBadge tone="green" label="Esta sessão" />}
                </>
              }
              text={<Facts session={session} readAt={dataUpdatedAt} />}
            >
              {!isOwn && <EndButton session={session} />}
              {isOwn && session._id !== own.sessionId && (
                <Button variant="default" aria-label={endOf(session)} onClick={() => setAsked(session)}>
                  Terminar
                </Button>
              )}
            </SecurityRow>
          )
        })}
      </div>
      {asked && (
        <Dialog
          title={asked === 'others' ? 'Terminar as outras sessões?' : `${endOf(asked)}?`}
          onClose={() => setAsked(undefined)}
        >
          <OwnPassword label="Terminar" isDestructive onPassword={endOwn}>
            {asked === 'others' ? 'Nos outros dispositivos será preciso entrar outra vez.' : consequence}
          </OwnPassword>
        </Dialog>
      )}
    </section>
  )
}

/** Ends a session of another user. */
function EndButton({ session }: { session: SessionRecord }) {
  const end = { title: `${endOf(session)}?`, text: consequence }
  const { find, dialog } = useActions('sessions', session, { end })
  return (
    <>
      <ActionButton action={find('end')} aria-label={endOf(session)} />
      {dialog}
    </>
  )
}

const consequence = 'Nesse dispositivo será preciso entrar outra vez.'

function endOf(session: SessionRecord): string {
  return `Terminar a sessão em ${nameOf(session)}`
}

function nameOf({ device }: SessionRecord): string {
  return device ?? 'Dispositivo desconhecido'
}

function Facts({
  session: { method, address, lastSeenAt },
  readAt,
}: {
  session: SessionRecord
  readAt: number
}) {
  return (
    <>
      {[method && signInMethods[method], address].filter(Boolean).map((fact) => `${fact} · `)}
      último uso <RelativeMoment at={lastSeenAt} readAt={readAt} />
    </>
  )
}
