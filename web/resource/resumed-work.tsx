import { useState } from 'react'
import { Button } from '@mantine/core'
import { useGender } from '../api/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { OutcomeLines } from './bulk-outcome.tsx'
import { BulkWorkDialog } from './bulk-work-dialog.tsx'
import { answeredOf, forgetWork, type BegunWork } from './bulk-work.ts'
import classes from './bulk-progress.module.css'

interface ResumedWorkProps {
  begun: BegunWork
  onClose: () => void
}

/** Says how far an action on many records had got when the page went away, and goes on with it when asked to. */
export default function ResumedWork({ begun, onClose }: ResumedWorkProps) {
  const { work, ids, outcome } = begun
  const gender = useGender(work.resource)
  const [goesOn, setGoesOn] = useState(answeredOf(outcome) >= ids.length)
  if (goesOn) {
    return <BulkWorkDialog work={work} ids={() => Promise.resolve(ids)} begun={begun} onClose={onClose} />
  }
  function leave() {
    forgetWork()
    onClose()
  }
  return (
    <Dialog
      title={work.title}
      footer={
        <>
          <Button variant="default" onClick={leave}>
            Deixar assim
          </Button>
          <Button onClick={() => setGoesOn(true)}>Continuar</Button>
        </>
      }
    >
      <div className={classes.body}>
        <p>
          Ficou a meio quando a página foi carregada de novo, e o que se fazia nesse momento pode já estar
          feito. Se continuar, é feito o que falta, e nada se faz duas vezes.
        </p>
        <OutcomeLines gender={gender} {...outcome} total={ids.length} />
      </div>
    </Dialog>
  )
}
