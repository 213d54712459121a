/** The resource that stores photos of members, and the message of error reports about failed uploads. */
export const memberPhotos = { resource: 'memberPhotos', failure: 'Member photo upload failed' }
