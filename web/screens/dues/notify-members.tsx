import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { counted, joinList } from '@agremia/resources/rules/plural.ts'
import { useFields, useTerminology } from '../../api/queries.ts'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { NoticeChoiceForm } from './notice-choice-form.tsx'
import {
  type NoticeChoice,
  noticeInputOf,
  readChoice,
  readChosenDebts,
  writeChoice,
} from './notice-choice.ts'
import { WriteLinks } from './payment-messages/write-links.tsx'
import { NoticeSide } from './notice-side.tsx'
import { BulkTaskPanel } from '../../resource/actions/bulk-task.tsx'
import type { BulkTask, BulkTaskDetails } from '../../resource/actions/bulk-task.tsx'
import { useUnderWay, useWork } from '../../resource/actions/work-panel.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/message-state.tsx'
import { useAddress, useNavigate, useSearchParams } from '../../ui/router.tsx'
import { LettersButton, lettersOf } from '../messages/index.ts'
import { messagesPath } from '../../paths/messages.ts'
import { debtsOfPath } from '../../paths/dues.ts'
import classes from './notify-members.module.css'

const taskParameter = 'tarefa'

/** Sends payment notices: choose people and step, preview each message, then send. */
export default function NotifyMembers() {
  const { memberPlural } = useTerminology()
  const fields = useFields('unsettledPayments')
  const [params, setParams] = useSearchParams()
  const { state } = useAddress()
  const navigate = useNavigate()
  if (!fields) return <PageSkeleton />
  const taskId = params.get(taskParameter)
  const choice = readChoice(params, fields)
  const chosen = readChosenDebts(state)
  const change = (next: NoticeChoice) => setParams(writeChoice(next, fields), { replace: true, state })
  // The task is in the address, so that a reload or a shared link shows it.
  const follow = (id: string) => {
    params.set(taskParameter, id)
    setParams(params, { state })
  }
  const startAgain = () => {
    params.delete(taskParameter)
    setParams(params, { state })
  }
  return (
    <Page
      title={`Notificar ${memberPlural}`}
      subtitle="Quem tem dívidas recebe o aviso ou o lembrete que lhe cabe."
      tools={<WriteLinks chosen={chosen} />}
    >
      {taskId === null ? (
        <div className={classes.sheet}>
          <NoticeChoiceForm
            choice={choice}
            chosen={chosen}
            fields={fields}
            onChange={change}
            onClearChosen={() => navigate(`?${params.toString()}`, { replace: true, state: null })}
          />
          <NoticeSide input={noticeInputOf(choice, chosen)} onStart={follow} />
        </div>
      ) : (
        <NoticeTask id={taskId} onAgain={startAgain} />
      )}
    </Page>
  )
}

interface NoticeTaskProps {
  id: string
  /** Goes back to the choice of people. */
  onAgain: () => void
}

/** Progress of the task that sends notices; at the end, its results. */
function NoticeTask({ id, onAgain }: NoticeTaskProps) {
  const { data: task } = useWork<'bulkActions', BulkTaskDetails>('bulkActions', id)
  const isUnderWay = useUnderWay('bulkActions')
  if (!task) return <PageSkeleton />
  return (
    <div className={classes.run}>
      {task.state === 'done' && <Outcome task={task} />}
      <BulkTaskPanel task={task} words={resultLabels} pathOf={debtsOfPath} />
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

const resultLabels = { one: 'aviso escrito', many: 'avisos escritos' }

function Outcome({ task }: { task: BulkTask }) {
  const all = useQuery(lettersOf(task._id)).data?.meta.total
  const toPrint = useQuery(lettersOf(task._id, 'toPrint')).data?.meta.total
  const printed = useQuery(lettersOf(task._id, 'sent')).data?.meta.total
  if (all === undefined || toPrint === undefined || printed === undefined) return null
  const told = task.done - all
  return (
    <>
      <EmptyState title={noticesText({ told, toPrint, printed, held: task.held })}>
        {task.done + task.held === 0 ? (
          'Não havia ninguém por avisar.'
        ) : (
          <>
            <AppLink to={messagesOf(task)} className={classes.link}>
              Ver as mensagens
            </AppLink>
            {task.held > 0 ? ', que só saem quando as libertar.' : told > 0 ? ', e se já chegaram.' : '.'}
          </>
        )}
      </EmptyState>
      <LettersButton bulkActionId={task._id} />
    </>
  )
}

interface NoticeCounts {
  /** By email or SMS. */
  told: number
  toPrint: number
  printed: number
  held: number
}

/** What became of the notices: a letter tells nobody before it is printed. */
export function noticesText({ told, toPrint, printed, held }: NoticeCounts): string {
  const parts = [
    told > 0 && counted(told, 'pessoa avisada', 'pessoas avisadas'),
    toPrint > 0 && counted(toPrint, 'carta por imprimir', 'cartas por imprimir'),
    printed > 0 && counted(printed, 'carta impressa', 'cartas impressas'),
    held > 0 && counted(held, 'aviso retido', 'avisos retidos'),
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'Ninguém foi avisado' : joinList(parts)
}

/** The list of the messages that the task wrote. */
function messagesOf({ _id }: BulkTask): string {
  return `${messagesPath}?${new URLSearchParams({ bulkActionId: _id }).toString()}`
}
