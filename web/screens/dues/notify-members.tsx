import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useFields, useTerminology } from '../../api/queries.ts'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { NoticeChoiceForm } from './notice-choice-form.tsx'
import { askedOf, readChoice, writeChoice, type NoticeChoice } from './notice-filter.ts'
import { NoticeTask } from './notice-task.tsx'
import { WriteLinks } from './payment-messages/write-links.tsx'
import { NoticeSide } from './notice-side.tsx'
import { arrivingDebts } from './use-notify.ts'
import classes from './notify-members.module.css'

const taskParameter = 'tarefa'

/** Tells those who owe: who, by which step, and what each of them will read, before anything leaves. */
export default function NotifyMembers() {
  const { memberPlural } = useTerminology()
  const fields = useFields('unsettledPayments')
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  if (!fields) return <PageSkeleton />
  const taskId = params.get(taskParameter)
  const choice = readChoice(params)
  const chosen = arrivingDebts(state)
  const change = (next: NoticeChoice) => setParams(writeChoice(next), { replace: true, state })
  // The task stands in the address: whoever loads the page anew, or is given its address, finds it.
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
            onForgetChosen={() =>
              void navigate({ search: params.toString() }, { replace: true, state: null })
            }
          />
          <NoticeSide asked={askedOf(choice, chosen)} onStart={follow} />
        </div>
      ) : (
        <NoticeTask id={taskId} onAgain={startAgain} />
      )}
    </Page>
  )
}
