import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is at most 48em wide, where rows become cards. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
}
