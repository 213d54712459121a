import { IconPrinter } from '@tabler/icons-react'
import { processingActivitiesPath } from '../../paths/privacy.ts'
import { openDocument } from '../../resource/open-document.ts'
import { RecordList } from '../../resource/record-list.tsx'
import { CommandButton } from '../../ui/command-button.tsx'

/** The register of processing activities, with its document. */
export default function ActivitiesList() {
  return (
    <RecordList
      resource="processingActivities"
      newPath={`${processingActivitiesPath}/nova`}
      searchPlaceholder="Finalidade…"
      purpose="Aqui fica o registo que a lei pede: para quê se tratam dados pessoais, de quem, com que fundamento e durante quanto tempo."
      toolbar={
        <CommandButton
          icon={IconPrinter}
          label="Documento"
          onClick={() => void openDocument('processing_activities/document')}
        />
      }
    />
  )
}
