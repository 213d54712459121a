-- The members whom a generation of quotas skipped because they were deleted while it ran, as it knew them:
-- [{memberNumber, name, reason}].
ALTER TABLE quota_runs ADD COLUMN skipped jsonb;
