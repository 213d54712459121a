import { useState } from 'react'
import { Button } from '@mantine/core'
import { counted } from '@agremia/resources/rules/plural.ts'
import { api, isTimedOut } from '../../api/client.ts'
import { showDocument } from '../../resource/open-document.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { MessageSelection } from './held-messages.ts'
import classes from './held-dialog.module.css'
import { toastError } from '../../resource/toast-error.ts'

interface LettersDialogProps {
  /** All letters to be printed, or some, which may be printed already. */
  selection: MessageSelection
  onClose: () => void
}

/** A print of several letters in one PDF. */
interface LetterRun {
  id: string
  count: number
  url: string
}

/** Opens the PDF of letters, then asks whether they printed well: only a confirmation marks them as printed. */
export default function LettersDialog({ selection, onClose }: LettersDialogProps) {
  const [run, setRun] = useState<LetterRun>()
  const { busy, begin, finish } = usePrinting(selection, onClose)
  if (run) {
    return (
      <Dialog
        title="Ficaram bem impressas?"
        width="34rem"
        onClose={onClose}
        footer={
          <>
            <Button variant="default" mr="auto" onClick={() => showDocument(run.url)}>
              Abrir de novo
            </Button>
            <Button variant="default" onClick={onClose}>
              Ainda não
            </Button>
            <Button loading={busy} onClick={() => void finish(run)}>
              Sim, ficaram bem
            </Button>
          </>
        }
      >
        <div className={classes.text}>
          <p>
            {counted(run.count, 'carta foi aberta', 'cartas foram abertas')} noutro separador, para imprimir.
          </p>
          <p>
            Se ficaram bem, deixam de estar por imprimir e contam como enviadas. Se não, continuam à espera.
          </p>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog
      title="Imprimir cartas"
      width="34rem"
      onClose={onClose}
      footer={
        <DialogButtons
          label="Abrir o PDF"
          onCancel={onClose}
          onConfirm={() => void begin().then(setRun)}
          loading={busy}
        />
      }
    >
      <div className={classes.text}>
        <p>
          As cartas ficam num só documento A4, pela ordem do código postal, com a morada no lugar da janela de
          um envelope DL com janela à direita.
        </p>
        <p>Imprima a 100%, sem ajustar à página.</p>
      </div>
    </Dialog>
  )
}

function usePrinting(selection: MessageSelection, onDone: () => void) {
  const [busy, setBusy] = useState(false)

  async function attempt<Answer>(path: string, body: object): Promise<Answer | undefined> {
    setBusy(true)
    try {
      const answer = await api.act<{ data: Answer }>(path, body)
      return isTimedOut(answer) ? undefined : answer.data
    } catch (error) {
      toastError(error)
      return undefined
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    async begin(): Promise<LetterRun | undefined> {
      const run = await attempt<LetterRun>('letter_runs', selection)
      if (run) showDocument(run.url)
      return run
    },
    async finish({ id }: LetterRun): Promise<void> {
      const done = await attempt<{ count: number }>(`letter_runs/${id}/printed`, {})
      if (!done) return
      toast(
        done.count === 0
          ? 'Já estavam todas marcadas como impressas.'
          : counted(done.count, 'carta marcada como impressa.', 'cartas marcadas como impressas.'),
      )
      onDone()
    },
  }
}
