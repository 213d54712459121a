import { Button, Progress } from '@mantine/core'
import { counted } from '@agremia/resources/rules/plural.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { LettersButton } from '../messages/letters-button.tsx'
import { messagesPath } from '../messages/message-paths.ts'
import { noticeSteps } from './ladder.ts'
import { forgetNotices, resumeNotices, stopNotices, type NoticeRun } from './notice-run.ts'
import { NamedPeople, SkippedPeople } from './skipped-people.tsx'
import classes from './notify-members.module.css'

/** How far the telling got; at its end, who was told, who was not and why. */
export function NoticeRunPanel({ run }: { run: NoticeRun }) {
  const { total, done, failed, problems, state, problem } = run
  const reached = done + failed.length
  return (
    <section className={classes.run} aria-label="Envio dos avisos">
      {state === 'over' ? (
        <Over run={run} />
      ) : (
        <>
          <h2>{state === 'running' ? 'A avisar…' : 'O envio ficou a meio'}</h2>
          <Progress value={(100 * reached) / Math.max(1, total)} aria-label="Progresso" />
          <output>
            {formatCount(done)} de {formatCount(total)} avisados
          </output>
          {problem !== undefined && <p className={classes.obstacle}>{problem}</p>}
          <p className={classes.note}>
            Quem já foi avisado não volta a sê-lo. Pode fechar a página e continuar mais tarde.
          </p>
        </>
      )}
      {problems.map((text) => (
        <p key={text} className={classes.obstacle}>
          {text}
        </p>
      ))}
      {failed.length > 0 && (
        <section className={classes.reasons} aria-label="Não foi possível avisar">
          <h2 className={classes.reason}>
            {counted(failed.length, 'pessoa não pôde ser avisada', 'pessoas não puderam ser avisadas')}
          </h2>
          <NamedPeople people={failed} hasReasons />
        </section>
      )}
      <div className={classes.buttons}>
        {state === 'running' && (
          <Button variant="default" onClick={stopNotices}>
            Parar
          </Button>
        )}
        {state === 'stopped' && <Button onClick={resumeNotices}>Continuar</Button>}
        {state !== 'running' && (
          <Button variant="default" onClick={forgetNotices}>
            {state === 'over' ? 'Fazer outro envio' : 'Não continuar'}
          </Button>
        )}
      </div>
    </section>
  )
}

function Over({ run }: { run: NoticeRun }) {
  return (
    <>
      <EmptyState title={outcomeText(run)}>
        {run.done === 0 ? (
          'Não havia ninguém por avisar.'
        ) : (
          <>
            <AppLink to={messagesOf(run)} className={classes.link}>
              Ver as mensagens
            </AppLink>
            {run.held > 0 ? ', que só saem quando as libertar.' : ', e se já chegaram.'}
          </>
        )}
      </EmptyState>
      <LettersButton />
      <SkippedPeople asked={run.asked} skipped={run.skipped} byReason={run.skippedByReason} />
    </>
  )
}

function outcomeText({ done, held }: NoticeRun): string {
  const told = counted(done - held, 'pessoa avisada', 'pessoas avisadas')
  if (held === 0) return told
  const waiting = counted(held, 'aviso retido', 'avisos retidos')
  return held === done ? waiting : `${told}, ${waiting}`
}

/** The messages of the ladder that were written since the run began. */
function messagesOf({ startedAt }: NoticeRun): string {
  const query = new URLSearchParams([
    ...noticeSteps.map((step) => ['cause', step]),
    ['created_at_from', startedAt.slice(0, 10)],
  ])
  return `${messagesPath}?${query.toString()}`
}
