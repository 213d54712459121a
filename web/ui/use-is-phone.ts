import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as narrow as a phone's, where rows become cards. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
}
