import { Anchor } from '@mantine/core'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { useMemberPaths } from '../../paths/members.ts'

/** Says that no member matches the choice, with a link to the list of members. */
export function NobodyChosen() {
  const terminology = useTerminology()
  const paths = useMemberPaths()
  return (
    <p>
      {fillTerms('{Nenhum} {memberSingular} cabe nesta escolha.', terminology)}{' '}
      <Anchor component={AppLink} to={paths.list} underline="always">
        {`Ver ${terminology.memberPlural}`}
      </Anchor>
    </p>
  )
}
