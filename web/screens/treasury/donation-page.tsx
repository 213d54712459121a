import { IconPrinter } from '@tabler/icons-react'
import { recordPath } from '@agremia/resources/paths.ts'
import { openDocument } from '../../resource/open-document.ts'
import { RecordActions } from '../../resource/actions/record-actions.tsx'
import { RecordPage, type RecordPart } from '../../resource/record-page.tsx'
import { CommandButton } from '../../ui/command-button.tsx'

/** The page of a donation in kind, with its receipt. */
export default function DonationPage() {
  return <RecordPage resource="donationsInKind" head={donationHead} />
}

function donationHead({ record, ...rest }: RecordPart<'donationsInKind'>) {
  return {
    subtitle: record.description,
    action: (
      <>
        <CommandButton
          icon={IconPrinter}
          label="Recibo"
          onClick={() => void openDocument(`${recordPath('donationsInKind', record._id)}/receipt`)}
        />
        <RecordActions record={record} {...rest} />
      </>
    ),
  }
}
