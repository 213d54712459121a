import { Checkbox, NumberInput, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { labelPapers, labelsPerSheet, type LabelPaper } from '@agremia/resources/label-papers.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { isTimedOut } from '../../api/client.ts'
import { fetchFile } from '../../api/fetch-file.ts'
import { FieldDialog } from '../../resource/field-dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { showFile } from '../../resource/open-document.ts'
import { type ExcludedGroup, ExcludedMembers } from '../../resource/preview/left-out.tsx'
import { usePreview } from '../../resource/preview/use-preview.ts'
import { useAttempt } from '../../resource/attempt.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { Audience } from '../messages/index.ts'

/** A selection of members, of records each of which is of a member, or of applications. */
export interface LabelsOf {
  recordsOf:
    | 'members'
    | 'unsettledPayments'
    | 'payments'
    | 'mandates'
    | 'membershipCards'
    | 'memberApplications'
  audience: Audience
}

interface LabelsDialogProps extends LabelsOf {
  onClose: () => void
}

/** The response of `POST address_labels/preview`. */
interface LabelsPreview {
  count: number
  sheets: number
  leftOut: ExcludedGroup[]
}

const papers = Object.entries(labelPapers) as [LabelPaper, (typeof labelPapers)[LabelPaper]][]

/** Asks for the paper of address labels, says who gets none, and opens their PDF. */
export default function LabelsDialog({ recordsOf, audience, onClose }: LabelsDialogProps) {
  const [paper, setPaper] = useState<LabelPaper>('70x37')
  const [first, setFirst] = useState<number | string>(1)
  const [perAddress, setPerAddress] = useState(false)
  const { busy, attempt } = useAttempt('Não foi possível abrir o documento.')
  const input = { recordsOf, audience, paper, first, perAddress }
  const preview = usePreview<LabelsPreview>('address_labels', input)
  const { data, errors, problem, isStale } = preview

  const open = () =>
    attempt(async () => {
      const outcome = await fetchFile('address_labels/export', { body: input, name: 'etiquetas.pdf' })
      if (isTimedOut(outcome)) toast('O servidor demora a responder.')
      else {
        showFile(outcome)
        onClose()
      }
    })

  return (
    <FieldDialog
      title="Imprimir etiquetas"
      onClose={onClose}
      onSubmit={() => void open()}
      footer={
        <DialogButtons
          label="Abrir o PDF"
          onCancel={onClose}
          loading={busy}
          disabled={isStale || !data?.count}
        />
      }
    >
      <Radio.Group label="Papel" value={paper} onChange={(value) => setPaper(value)}>
        <Stack gap="0.5rem" mt="0.375rem">
          {papers.map(([name, { label }]) => (
            <Radio key={name} value={name} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <NumberInput
        label="Primeira etiqueta"
        description="Conta da esquerda para a direita, linha a linha: para aproveitar uma folha já começada."
        value={first}
        onChange={setFirst}
        min={1}
        max={labelsPerSheet(paper)}
        allowDecimal={false}
        error={errors?.['first']?.join(' ')}
      />
      <Checkbox
        label="Uma etiqueta por morada, com o nome de todos"
        checked={perAddress}
        onChange={(event) => setPerAddress(event.currentTarget.checked)}
      />
      {problem !== undefined && <FormMessage>{problem}</FormMessage>}
      <output aria-busy={isStale}>
        {data === undefined
          ? 'A contar…'
          : data.count === 0
            ? 'Nenhuma etiqueta para imprimir.'
            : `${counted(data.count, 'etiqueta', 'etiquetas')} em ${counted(data.sheets, 'folha', 'folhas')}, pela ordem do código postal. Imprima a 100%, sem ajustar à página.`}
      </output>
      {data && <ExcludedMembers preview={preview} groups={data.leftOut} />}
    </FieldDialog>
  )
}
