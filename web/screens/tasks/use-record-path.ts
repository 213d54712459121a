import { useTerminology } from '../../api/queries.ts'
import { applicationPath } from '../applications/application-paths.ts'
import { cardPath } from '../cards/card-paths.ts'
import { paymentPath } from '../dues/dues-paths.ts'
import { useMemberPaths } from '../members/use-member-paths.ts'
import { messagePath } from '../messages/message-paths.ts'

/** The path of the page of a resource's records; undefined if they have no page. */
export function useRecordPath(resource: string): ((id: string) => string) | undefined {
  const members = useMemberPaths()
  const terminology = useTerminology()
  const paths: Record<string, (id: string) => string> = {
    memberApplications: (id) => applicationPath(id),
    members: (id) => members.record(id),
    membershipCards: (id) => cardPath(terminology, id),
    messages: (id) => messagePath(id),
    payments: (id) => paymentPath(id),
  }
  return paths[resource]
}
