package dev.holdfast.internal.sys;

/** What every implementation of {@link Sys} does, call by call, its errors included. */
public abstract class SysContract extends SysTestCase
    implements OpenRootContract,
        OpenDirContract,
        OpenFileContract,
        UnnamedFileContract,
        DirectoryContract,
        RenameContract,
        SecondNameContract,
        StatContract,
        ContentContract,
        AclContract,
        ModeContract,
        ListingContract,
        ByteNamesContract,
        LockContract,
        CloseContract,
        ProcessContract {}
