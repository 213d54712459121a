import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useFields, useTerminology } from '../../api/queries.ts'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { NoticeChoiceForm } from './notice-choice-form.tsx'
import { noticeInputOf, readChoice, writeChoice, type NoticeChoice } from './notice-filter.ts'
import { NoticeTask } from './notice-task.tsx'
import { WriteLinks } from './payment-messages/write-links.tsx'
import { NoticeSide } from './notice-side.tsx'
import { readChosenDebts } from './use-notify.ts'
import classes from './notify-members.module.css'

const taskParameter = 'tarefa'

/** Sends payment notices: choose people and step, preview each message, then send. */
export default function NotifyMembers() {
  const { memberPlural } = useTerminology()
  const fields = useFields('unsettledPayments')
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  if (!fields) return <PageSkeleton />
  const taskId = params.get(taskParameter)
  const choice = readChoice(params)
  const chosen = readChosenDebts(state)
  const change = (next: NoticeChoice) => setParams(writeChoice(next), { replace: true, state })
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
            onClearChosen={() => void navigate({ search: params.toString() }, { replace: true, state: null })}
          />
          <NoticeSide input={noticeInputOf(choice, chosen)} onStart={follow} />
        </div>
      ) : (
        <NoticeTask id={taskId} onAgain={startAgain} />
      )}
    </Page>
  )
}
