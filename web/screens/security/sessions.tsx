import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react'
import { signInMethods, type SignInMethod } from '@agremia/resources/definitions/sessions.ts'
import { api, isTimedOut, type StoredRecord } from '../../api/client.ts'
import { keys, listQuery, useSession } from '../../api/queries.ts'
import { momentText } from '../../fields/datetime.tsx'
import { toastError } from '../../resource/toast-error.ts'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/message-state.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { toast } from '../../ui/toasts.tsx'
import { SecurityRow } from './security-row.tsx'
import card from '../../ui/form-card.module.css'
import classes from './security.module.css'

interface SessionRecord extends StoredRecord {
  device: string | null
  method: SignInMethod | null
  address: string | null
  lastSeenAt: string
}

/** Where a user is signed in; each session can be ended. */
export function Sessions({ userId }: { userId: string }) {
  const own = useSession()
  const client = useQueryClient()
  const { data } = useQuery(listQuery<SessionRecord>('sessions', { sort: '-lastSeenAt', where: { userId } }))
  async function end(work: () => Promise<unknown>, done: string) {
    try {
      if (isTimedOut(await work())) return
      toast(done)
    } catch (error) {
      toastError(error)
    }
    await client.invalidateQueries({ queryKey: keys.lists('sessions') })
  }
  async function endOthers() {
    const isSure = await confirmDialog({
      title: 'Terminar as outras sessões?',
      message: 'Nos outros dispositivos será preciso entrar outra vez.',
      confirmLabel: 'Terminar',
    })
    if (isSure) await end(() => api.act('auth/end_other_sessions'), 'As outras sessões terminaram.')
  }
  if (!data) return <ListSkeleton rows={2} />
  const sessions = data.data
  const others = sessions.filter(({ _id }) => _id !== own?.sessionId)
  return (
    <section className={card.card} aria-labelledby="sessions">
      <div className={classes.head}>
        <h2 id="sessions">Sessões</h2>
        {own?.id === userId && others.length > 0 && (
          <Button variant="default" onClick={() => void endOthers()}>
            Terminar as outras
          </Button>
        )}
      </div>
      {sessions.length === 0 && <EmptyState title="Não tem sessões abertas" />}
      <div>
        {sessions.map((session) => {
          const name = session.device ?? 'Dispositivo desconhecido'
          return (
            <SecurityRow
              key={session._id}
              icon={/Android|iOS/.test(name) ? IconDeviceMobile : IconDeviceLaptop}
              title={
                <>
                  {name} {session._id === own?.sessionId && <StateBadge tone="green" label="Esta sessão" />}
                </>
              }
              text={factsOf(session)}
            >
              {session._id !== own?.sessionId && (
                <Button
                  variant="default"
                  aria-label={`Terminar a sessão em ${name}`}
                  onClick={() =>
                    void end(() => api.act(`sessions/${session._id}/end`, {}), 'A sessão terminou.')
                  }
                >
                  Terminar
                </Button>
              )}
            </SecurityRow>
          )
        })}
      </div>
    </section>
  )
}

function factsOf({ method, address, lastSeenAt }: SessionRecord): string {
  const facts = [method && signInMethods[method], address, `último uso em ${momentText(lastSeenAt)}`]
  return facts.filter(Boolean).join(' · ')
}
