import { IconPrinter } from '@tabler/icons-react'
import { recordPath } from '@agremia/resources/paths.ts'
import { openDocument } from '../../resource/open-document.ts'
import { RecordActions } from '../../resource/actions/record-actions.tsx'
import { RecordPage, type RecordPart } from '../../resource/record-page.tsx'
import { CommandButton } from '../../ui/command-button.tsx'

/** The page of credit that was given back, with its proof of payment. */
export default function RefundPage() {
  return <RecordPage resource="creditRefunds" head={refundHead} />
}

function refundHead({ record, ...rest }: RecordPart<'creditRefunds'>) {
  return {
    subtitle: record.memberLabel ?? '',
    action: (
      <>
        <CommandButton
          icon={IconPrinter}
          label="Comprovativo"
          onClick={() => void openDocument(`${recordPath('creditRefunds', record._id)}/document`)}
        />
        <RecordActions record={record} {...rest} />
      </>
    ),
  }
}
