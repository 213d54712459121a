import { IconCalendarPlus } from '@tabler/icons-react'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useMay, useTerminology } from '../../api/queries.ts'
import { CommandButton } from '../../ui/command-button.tsx'
import { generatePath } from '../../paths/dues.ts'

/** A link to generate quotas; hidden without permission. */
export function GenerateLink() {
  const terminology = useTerminology()
  if (!useMay('quotaRuns').create) return null
  return (
    <CommandButton
      icon={IconCalendarPlus}
      label={fillTerms('Gerar {membershipPayments}', terminology)}
      to={generatePath(terminology)}
    />
  )
}
