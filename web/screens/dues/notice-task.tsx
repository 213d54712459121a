import { Button } from '@mantine/core'
import { counted } from '@agremia/resources/rules/plural.ts'
import { BulkTaskPanel } from '../../resource/bulk-task-panel.tsx'
import type { BulkTask } from '../../resource/bulk-task.ts'
import { useUnderWay, useWork } from '../../resource/work-query.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { LettersButton, noticeSteps } from '../messages/index.ts'
import { messagesPath } from '../../paths/messages.ts'
import { debtsOfPath } from '../../paths/dues.ts'
import classes from './notify-members.module.css'

interface NoticeTaskProps {
  id: string
  /** Another choice of people. */
  onAgain: () => void
}

/** How far notices to those who owe got; in the end, who was told, who was not and why. */
export function NoticeTask({ id, onAgain }: NoticeTaskProps) {
  const { data: task } = useWork<BulkTask>('bulkActions', id)
  const isUnderWay = useUnderWay('bulkActions')
  if (!task) return <PageSkeleton />
  return (
    <div className={classes.run}>
      {task.state === 'done' && <Outcome task={task} />}
      <BulkTaskPanel task={task} words={toldWords} pathOf={debtsOfPath} />
      {!isUnderWay(task) && (
        <div className={classes.buttons}>
          <Button variant="default" onClick={onAgain}>
            Fazer outro envio
          </Button>
        </div>
      )}
    </div>
  )
}

const toldWords = { one: 'avisado', many: 'avisados' }

function Outcome({ task }: { task: BulkTask }) {
  return (
    <>
      <EmptyState title={outcomeText(task)}>
        {task.done + task.held === 0 ? (
          'Não havia ninguém por avisar.'
        ) : (
          <>
            <AppLink to={messagesOf(task)} className={classes.link}>
              Ver as mensagens
            </AppLink>
            {task.held > 0 ? ', que só saem quando as libertar.' : ', e se já chegaram.'}
          </>
        )}
      </EmptyState>
      <LettersButton />
    </>
  )
}

function outcomeText({ done, held }: BulkTask): string {
  const told = counted(done, 'pessoa avisada', 'pessoas avisadas')
  if (held === 0) return told
  const waiting = counted(held, 'aviso retido', 'avisos retidos')
  return done === 0 ? waiting : `${told}, ${waiting}`
}

/** The messages of the ladder that were written since the task was asked for. */
function messagesOf({ _created_at }: BulkTask): string {
  const query = new URLSearchParams([
    ...noticeSteps.map((step) => ['cause', step]),
    ['created_at_from', String(_created_at).slice(0, 10)],
  ])
  return `${messagesPath}?${query.toString()}`
}
