import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { IconFileText } from '@tabler/icons-react'
import { recordPath } from '@agremia/resources/paths.ts'
import { openDocument } from '../../resource/open-document.ts'
import { CommandButton } from '../../ui/command-button.tsx'

/** Buttons for the papers that a round has in its state. */
export function RoundDocuments({ round }: { round: ResourceRecord<'rounds'> }) {
  const kinds = ['draft', 'out'].includes(round.state)
    ? { route: 'Lista', slips: 'Avisos' }
    : round.state === 'cancelled'
      ? {}
      : { settlement: 'Contas' }
  return Object.entries(kinds).map(([kind, label]) => (
    <CommandButton
      key={kind}
      icon={IconFileText}
      label={label}
      onClick={() => void openDocument(`${recordPath('rounds', round._id)}/document?kind=${kind}`)}
    />
  ))
}
