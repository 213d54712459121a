import { Anchor } from '@mantine/core'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { useMemberPaths } from '../../paths/members.ts'

/** Why there is nothing to do for many, when a choice finds nobody at all; and the way on. */
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
