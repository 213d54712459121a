import { counted } from '@agremia/resources/rules/plural.ts'
import { Button, FileButton } from '@mantine/core'
import { IconDownload, IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { api, errorText, isTimedOut } from '../../api/client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { CommandButton } from '../../ui/command-button.tsx'
import uploads from '../../resource/files/uploads.module.css'

interface Pairs {
  pairs: { nif: string; iban: string }[]
  withoutNif: number
}

interface Outcome {
  confirmed: number
  refused: number
  unknown: number
}

/** The bank confirms whose the accounts are: the pairs of NIF and IBAN for it, and its answer. Of a batch, or of all authorisations. */
export default function HoldersDialog({ batchId, onClose }: { batchId?: string; onClose: () => void }) {
  const [said, setSaid] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<'download' | 'upload'>()

  /** Runs one of the two halves, and shows what it says. */
  async function run(half: 'download' | 'upload', work: () => Promise<string | undefined>) {
    setBusy(half)
    setProblem(undefined)
    setSaid(undefined)
    try {
      setSaid(await work())
    } catch (error) {
      setProblem(errorText(error, 'Não foi possível falar com o servidor.'))
    }
    setBusy(undefined)
  }

  async function download() {
    const query = batchId === undefined ? '' : `?batchId=${batchId}`
    const answer = await api.get<{ data: Pairs }>(`mandates/holders${query}`)
    if (isTimedOut(answer)) return undefined
    const { pairs, withoutNif } = answer.data
    const left =
      withoutNif === 0
        ? ''
        : ` ${counted(withoutNif, 'autorização não tem', 'autorizações não têm')} o NIF do titular.`
    if (pairs.length === 0) return `Não há pares por confirmar.${left}`
    const lines = [['NIF', 'IBAN'], ...pairs.map(({ nif, iban }) => [nif, iban])]
    saveFile(
      new Blob([lines.map((line) => `${line.join(';')}\r\n`).join('')], { type: 'text/csv' }),
      'titulares.csv',
    )
    return `${counted(pairs.length, 'par descarregado', 'pares descarregados')}.${left}`
  }

  async function upload(file: File) {
    const { data } = await api.upload<{ data: Outcome }>({
      path: 'mandates/holder_answers',
      files: [file],
      failure: 'Holder answer upload failed',
    })
    return [
      `${counted(data.confirmed, 'titular confirmado', 'titulares confirmados')}.`,
      data.refused > 0 &&
        `${counted(data.refused, 'conta é de outra pessoa: fica', 'contas são de outras pessoas: ficam')} fora das remessas.`,
      data.unknown > 0 &&
        `${counted(data.unknown, 'par não é', 'pares não são')} de nenhuma autorização com este NIF e este IBAN.`,
    ]
      .filter(Boolean)
      .join(' ')
  }

  return (
    <Dialog
      title="Titulares das contas"
      {...(!busy && { onClose })}
      footer={
        <Button variant="default" disabled={busy !== undefined} onClick={onClose}>
          Fechar
        </Button>
      }
    >
      <div className={uploads.dialog}>
        <p>
          O banco confirma se cada conta é de quem tem o NIF. Descarregue os pares que faltam, entregue-os no
          banco e carregue a resposta: um CSV com NIF, IBAN e sim ou não em cada linha.
        </p>
        <CommandButton
          icon={IconDownload}
          label="Descarregar NIF e IBAN"
          style={{ alignSelf: 'flex-start' }}
          loading={busy === 'download'}
          disabled={busy !== undefined}
          onClick={() => void run('download', download)}
        />
        <FileButton
          accept=".csv,.txt,text/csv,text/plain"
          onChange={(file) => file && void run('upload', () => upload(file))}
        >
          {(button) => (
            <CommandButton
              icon={IconFileUpload}
              label="Carregar a resposta"
              variant="filled"
              {...button}
              style={{ alignSelf: 'flex-start' }}
              loading={busy === 'upload'}
              disabled={busy !== undefined}
            />
          )}
        </FileButton>
        <output>{said}</output>
        <FormMessage>{problem}</FormMessage>
      </div>
    </Dialog>
  )
}
