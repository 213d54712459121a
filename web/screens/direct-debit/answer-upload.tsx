import { Checkbox, FileButton, TextInput } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { keys, useSettings } from '../../api/queries.ts'
import { debitAnswerPath } from '../../paths/direct-debit.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { useAttempt } from '../../resource/attempt.ts'
import { useNavigate } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import uploads from '../../resource/files/uploads.module.css'

/** Uploads an answer of the bank, and opens its page. */
export default function AnswerUpload({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const [cost, setCost] = useState('')
  const [isCostCharged, setIsCostCharged] = useState(useSettings().sddChargesReturnCost === 'true')
  const [isTold, setIsTold] = useState(false)
  const {
    busy: isBusy,
    problem,
    setProblem,
    attempt,
  } = useAttempt('Não foi possível enviar o ficheiro.', { isForm: true })

  async function send() {
    if (!file) return
    await attempt(async () => {
      const answer = await api.upload<{ data: { _id: string } }>({
        path: 'debit_answers',
        files: [file],
        fields: { cost, chargeCost: String(isCostCharged), tell: String(isTold) },
        failure: 'Debit answer upload failed',
      })
      // They show the balances, which alone the answer names.
      for (const queryKey of [keys.lists('members'), keys.records('members')])
        void client.invalidateQueries({ queryKey })
      onClose()
      navigate(debitAnswerPath(answer.data._id))
    })
  }

  return (
    <Dialog
      title="Carregar resposta do banco"
      {...(!isBusy && { onClose })}
      footer={
        <DialogButtons
          label="Carregar"
          onCancel={onClose}
          onConfirm={() => void send()}
          loading={isBusy}
          disabled={!file}
          stays
        />
      }
    >
      <div className={uploads.dialog}>
        <p>
          O ficheiro com os débitos rejeitados ou devolvidos: pain.002, camt.054 ou camt.053. Carregar o mesmo
          duas vezes não muda nada.
        </p>
        <FileButton
          accept=".xml,application/xml,text/xml"
          onChange={(chosen) => {
            if (chosen) setFile(chosen)
            setProblem(undefined)
          }}
        >
          {(button) => (
            <CommandButton
              icon={IconFileUpload}
              label={file ? file.name : 'Escolher o ficheiro do banco'}
              {...button}
              style={{ alignSelf: 'flex-start' }}
            />
          )}
        </FileButton>
        <TextInput
          label="Custo de cada devolução"
          description="O que o banco cobra, em euros, se o ficheiro não o diz."
          inputMode="decimal"
          value={cost}
          onChange={(event) => setCost(event.currentTarget.value)}
        />
        <Checkbox
          label="Cobrar o custo a quem pagou"
          checked={isCostCharged}
          onChange={(event) => setIsCostCharged(event.currentTarget.checked)}
        />
        <Checkbox
          label="Avisar quem pagou"
          checked={isTold}
          onChange={(event) => setIsTold(event.currentTarget.checked)}
        />
        <FormMessage>{problem}</FormMessage>
      </div>
    </Dialog>
  )
}
